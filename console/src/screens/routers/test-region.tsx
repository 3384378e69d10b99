import { useQuery } from '@tanstack/preact-query';
import { previewQuery } from '../../api/routers.js';
import { ApiError } from '../../api/api-error.js';
import type { Router } from '../../api/types.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Region } from '../../ui/region.js';
import { TextField } from '../../ui/text-field.js';
import { previewBody, readQuestion } from './read-question.js';
import { PreviewStatus } from './preview-status.js';
import type { RouterValues } from './router-values.js';
import { text } from './text.js';
import { useDebounced } from './use-debounced.js';

const PAUSE_MS = 250;

export interface TestRegionProps {
  readonly projectId: string;
  readonly router: Router;
  readonly values: RouterValues;
  readonly isChanged: boolean;
}

/** Tries a request on the draft and on the saved router, by the code that decides calls, while one types. */
export function TestRegion({ projectId, router, values, isChanged }: TestRegionProps) {
  const typed = useDraft('request', '');
  const question = readQuestion(typed.value);
  const saved = useDebounced(previewBody({ router_id: router.id }, question), PAUSE_MS);
  const tried = useDebounced(previewBody({ router: draftToTry(router, values) }, question), PAUSE_MS);
  const savedRead = useQuery(previewQuery(projectId, saved, router.etag));
  const draftRead = useQuery(previewQuery(projectId, isChanged ? tried : undefined));
  return (
    <Region title={text.test} level={3}>
      <TextField
        label={text.request}
        lines={4}
        value={typed.value}
        onInput={typed.set}
        hint={
          question.kind === 'task' && question.fault !== undefined
            ? text.notJson(question.fault)
            : text.requestHint
        }
        error={questionFault(savedRead.error)}
      />
      <PreviewStatus
        isAsked={question.kind !== 'none'}
        saved={savedRead}
        draft={isChanged ? draftRead : undefined}
      />
    </Region>
  );
}

function draftToTry({ anchor_model: anchor }: Router, { name, threshold, big, medium, small }: RouterValues) {
  return {
    tiers: { big, medium, small },
    threshold,
    ...(name !== '' && { name }),
    ...(anchor !== null && { anchor_model: anchor }),
  };
}

/** What the API says of the request itself belongs beside it. */
function questionFault(error: Error | null): string | undefined {
  const isOfQuestion = error instanceof ApiError && /^(request|task)\b/.test(error.param ?? '');
  return isOfQuestion ? error.message : undefined;
}
