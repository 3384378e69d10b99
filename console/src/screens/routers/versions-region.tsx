import { useState } from 'preact/hooks';
import type { Router, RouterVersion } from '../../api/types.js';
import type { Pages } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { RestoreDialog } from './restore-dialog.js';
import { text } from './text.js';
import { VersionItem } from './version-item.js';

export interface VersionsRegionProps {
  readonly router: Router;
  readonly versions: Pages<RouterVersion>;
  readonly onRestored: () => Promise<void>;
}

/** Every save, newest first, with what it changed. */
export function VersionsRegion({ router, versions, onRestored }: VersionsRegionProps) {
  const [restoring, setRestoring] = useState<RouterVersion>();
  const { older } = versions;
  return (
    <Region title={text.versions} level={3}>
      <Loaded read={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">{text.versionsEmpty}</p>
          ) : (
            <ol class="versions">
              {rows.map((version, index) => (
                <VersionItem
                  key={version.id}
                  version={version}
                  before={rows[index + 1]}
                  isCurrent={index === 0}
                  onRestore={() => setRestoring(version)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {older.hasMore && (
        <Button isBusy={older.isLoading} onClick={older.load}>
          {text.older}
        </Button>
      )}
      {restoring !== undefined && (
        <RestoreDialog
          router={router}
          version={restoring}
          onRestored={onRestored}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Region>
  );
}
