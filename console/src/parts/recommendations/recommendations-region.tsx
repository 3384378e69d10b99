import { useProject } from '../../api/organizations.js';
import type { Recommendation } from '../../api/types.js';
import { Loaded, type Read } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { RecommendationCard } from './recommendation-card.js';
import './recommendations.css';
import { text } from './text.js';

export interface RecommendationsRegionProps {
  readonly projectId: string;
  readonly organizationId: string;
  readonly read: Read<{ readonly data: readonly Recommendation[] }>;
  /** Those that belong to what is shown; all when absent. */
  readonly isOf?: (row: Recommendation) => boolean;
  /** 2 when absent. */
  readonly level?: 2 | 3;
  readonly onDecided: () => unknown;
}

/** What the record speaks for, with its evidence, for a person to decide. */
export function RecommendationsRegion({
  projectId,
  organizationId,
  read,
  isOf = () => true,
  level,
  onDecided,
}: RecommendationsRegionProps) {
  const isFollowed = useProject(organizationId, projectId)?.permissions.automatic_updates === true;
  return (
    <Region title={text.title} level={level}>
      <Loaded read={read}>
        {({ data }) => {
          const open = data.filter((row) => row.status === 'open' && isOf(row));
          if (open.length === 0) return <p class="soft">{isFollowed ? text.followed : text.none}</p>;
          return open.map((row) => (
            <RecommendationCard key={row.id} projectId={projectId} row={row} onDecided={onDecided} />
          ));
        }}
      </Loaded>
    </Region>
  );
}
