import { toUsdNumber } from '../../lib/money.js';
import type { Recommendation } from '../../recommendations/recommendation.js';

export function presentRecommendation(row: Recommendation) {
  return {
    id: row.id,
    kind: row.kind,
    group: row.group,
    router: row.router,
    current_model: row.currentModel,
    recommended_model: row.recommendedModel,
    current_tier: row.currentTier,
    recommended_tier: row.recommendedTier,
    current_threshold: row.currentThreshold,
    recommended_threshold: row.recommendedThreshold,
    reason: row.reason,
    evidence: row.evidence,
    estimated_monthly_saving_usd: toUsdNumber(row.monthlySaving),
    status: row.status,
  };
}
