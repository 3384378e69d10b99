const DECIMALS = 12;

/**
 * Compares what clients saw whole with the ledger.
 * @returns what is wrong: lost (no row), doubled (more than one row), mispriced (another amount than the client was told),
 *   surplus (more usage rows than calls that were sent).
 */
export function judgeRound({ seen, ledger }) {
  const usage = new Map();
  for (const { kind, reference, amount_usd: amount } of ledger.values())
    if (kind === 'usage') usage.set(reference, [...(usage.get(reference) ?? []), amount]);
  const whole = seen.filter((call) => call.whole);
  const rowsOf = ({ callId }) => usage.get(callId) ?? [];
  const lost = whole.filter((call) => rowsOf(call).length === 0);
  const mispriced = whole.filter((call) => {
    const [amount] = rowsOf(call);
    return (
      amount !== undefined &&
      call.cost !== undefined &&
      (-amount).toFixed(DECIMALS) !== call.cost.toFixed(DECIMALS)
    );
  });
  return {
    whole: whole.length,
    lost: lost.length,
    doubled: [...usage.values()].filter((rows) => rows.length > 1).length,
    mispriced: mispriced.length,
    surplus: Math.max(0, usage.size - seen.length),
    billed: usage.size,
  };
}

export function sumOf(ledger, kind) {
  let cents = 0;
  for (const row of ledger.values()) if (row.kind === kind) cents += Math.round(row.amount_usd * 100);
  return cents;
}
