import type { Recommendation } from '../../api/types.js';
import { formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Interval } from '../../ui/interval.js';
import { text } from './text.js';

/** The records of both models beside each other. */
export function EvidenceTable({ evidence }: { readonly evidence: Recommendation['evidence'] }) {
  const rows = [
    [text.now, evidence.current],
    [text.recommended, evidence.recommended],
  ] as const;
  return (
    <div class="small-table">
      <table aria-label={text.evidence}>
        <thead>
          <tr>
            <th scope="col">{text.model}</th>
            <th scope="col">{text.success}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([role, record]) => (
            <tr key={role}>
              <th scope="row">
                <ForeignText>{record.model}</ForeignText> <span class="soft">({role})</span>
                <div class="soft">{text.price(formatUsd(record.usd_per_million_tokens))}</div>
              </th>
              <td>
                {record.judged === 0 ? (
                  text.noneJudged
                ) : (
                  <>
                    <Interval value={record.rate} low={record.rate_low} high={record.rate_high} />{' '}
                    <span class="soft">{text.judged(formatCount(record.judged))}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
