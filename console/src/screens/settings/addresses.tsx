import { Facts } from '../../ui/facts.js';
import { Region } from '../../ui/region.js';
import { anthropicUrl, openAiUrl } from './snippets.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

export function Addresses() {
  const origin = gatewayOrigin();
  return (
    <Region title={text.links}>
      <Facts
        facts={[
          [text.baseUrl, <code key="openai">{openAiUrl(origin)}</code>],
          [text.anthropicUrl, <code key="anthropic">{anthropicUrl(origin)}</code>],
          [text.management, <code key="management">{`${origin}/api/v1/admin`}</code>],
          [
            text.docs,
            <a key="docs" href="/docs">
              {`${origin}/docs`}
            </a>,
          ],
        ]}
      />
    </Region>
  );
}
