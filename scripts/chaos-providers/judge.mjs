const DECIMALS = 12;

/**
 * Compares what clients saw, what the providers did, the call log and the ledger.
 * @param calls what `send` answered; `providers` by name; `log`: calls by id; `ledger`: rows by id; `usage`: the project's total
 * @returns figures, and what is wrong, each with an example
 */
export function judge({ calls, providers, log, ledger, total }) {
  const asked = byCall(providers);
  const charges = chargesOf(ledger);
  const wrong = new Map();
  const note = (what, call, more) => {
    const found = wrong.get(what) ?? {
      count: 0,
      first: `call ${call.number} (${call.kind.name}) ${more ?? ''}`,
    };
    wrong.set(what, { ...found, count: found.count + 1 });
  };
  const figures = { calls: calls.length, whole: 0, cut: 0, owed: 0, answered: 0, explained: 0, around: 0 };
  for (const call of calls) {
    const tries = asked.get(call.number) ?? [];
    if (!call.whole && !call.explained)
      note('neither whole nor explained', call, `${call.status} ${call.wrong ?? ''} ${call.raw}`);
    if (call.whole) figures.whole += 1;
    if (call.explained) figures.explained += 1;
    if (call.retry?.includes('outage-fallback') === true) figures.around += 1;
    if (wasCutInSight(call, tries)) figures.cut += 1;
    else if (isOwed(call, providers)) {
      figures.owed += 1;
      if (call.whole) figures.answered += 1;
      else
        note(
          'owed an answer and got an error',
          call,
          `${call.status} ${describe(tries)} ${JSON.stringify(log.get(call.callId)?.attempts)} ${call.raw}`,
        );
    }
    checkMoney(call, { tries, row: log.get(call.callId), amounts: charges.get(call.callId) ?? [] }, note);
  }
  checkSums({ calls, log, charges, total }, note);
  return { figures, wrong, detours: detoursOf(asked), firstHops: firstHopsOf(calls, asked) };
}

/** By the number that stands in the texts. */
function byCall(providers) {
  const calls = new Map();
  for (const { asked } of providers.values())
    for (const one of asked) calls.set(one.call, [...(calls.get(one.call) ?? []), one]);
  for (const tries of calls.values()) tries.sort((left, right) => left.receivedAt - right.receivedAt);
  return calls;
}

function chargesOf(ledger) {
  const charges = new Map();
  for (const { kind, reference, amount_usd: amount } of ledger.values())
    if (kind === 'usage') charges.set(reference, [...(charges.get(reference) ?? []), -amount]);
  return charges;
}

/** Something of it was with the caller when its provider broke: nobody else may be asked. */
function wasCutInSight({ kind }, tries) {
  const { fault } = tries.at(-1) ?? {};
  if (!kind.name.includes('stream')) return false;
  // Bytes of the Messages API go on untouched, and garbage is bytes.
  const isSeen = kind.mode === 'messages' && fault?.kind === 'garbage';
  return isSeen || (fault?.kind === 'cut' && fault.after === 'visible');
}

/** While it ran, one account of a provider that may answer it answered everything. */
function isOwed({ kind, startedAt, endedAt }, providers) {
  return kind.providers.some((name) => providers.get(name).livedThrough(startedAt, endedAt));
}

function checkMoney(call, { tries, row, amounts }, note) {
  if (row === undefined) {
    note('no row in the call log', call, `${call.status} ${call.raw}`);
    return;
  }
  if (amounts.length > 1) note('billed twice', call);
  const [amount = 0] = amounts;
  if (!isSame(amount, row.cost_usd ?? 0))
    note('another amount in the log than on the ledger', call, `${row.cost_usd} ${amount}`);
  const ofAttempts = row.attempts.reduce((sum, { cost_usd: cost }) => sum + (cost ?? 0), 0);
  if (!isSame(ofAttempts, amount))
    note('the attempts do not sum to the ledger', call, `${ofAttempts} ${amount}`);
  const billed = row.attempts.filter((attempt) => attempt.billed);
  if (billed.length > 1) note('two attempts billed', call);
  if (row.attempts.length < tries.length) note('asked at a provider without an attempt on the receipt', call);
  if (!call.whole) return;
  if (amount === 0) note('whole and not billed', call);
  if (call.cost !== undefined && !isSame(call.cost, amount))
    note('another amount than the client was told', call, `${call.cost} ${amount}`);
  checkProvider(call, { tries, row }, note);
}

/** The answer is one that its provider gave whole, and no other, with the tokens that it counted. */
function checkProvider(call, { tries, row }, note) {
  const given = tries.filter(isGiven);
  if (given.length !== 1) note('not exactly one whole answer at the providers', call, describe(tries));
  const [{ serial, provider, usage } = {}] = given;
  const text = call.text?.split(' ');
  if (text !== undefined && (text[0] !== `${call.number}.${provider}${serial}` || text.at(-1) !== 'end'))
    note('a text that no provider gave', call, `${call.text} ${describe(tries)}`);
  const output = call.kind.mode === 'embeddings' ? 0 : usage?.output;
  if (row.usage?.input_tokens !== usage?.input || (row.usage?.output_tokens ?? 0) !== output)
    note('other tokens than its provider counted', call, JSON.stringify([row.usage, usage]));
}

function isGiven({ isWhole, request }) {
  return isWhole && request.end?.aborted === false;
}

function checkSums({ calls, log, charges, total }, note) {
  const [first] = calls;
  const ids = new Set(calls.map(({ callId }) => callId));
  for (const id of charges.keys()) if (!ids.has(id)) note('billed, and nobody called', first, id);
  const billed = [...charges.values()].flat().reduce((sum, amount) => sum + toPico(amount), 0n);
  const logged = [...log.values()].reduce((sum, { cost_usd: cost }) => sum + toPico(cost ?? 0), 0n);
  if (billed !== logged) note('the log does not sum to the ledger', first, `${billed} ${logged}`);
  if (toPico(total.cost_usd) !== billed)
    note('usage does not sum to the ledger', first, `${total.cost_usd} ${billed}`);
}

/** How long each went on after a failure, in ms: from the end of what failed to the next request, as the providers saw both. */
function detoursOf(asked) {
  const times = [];
  for (const tries of asked.values())
    for (const [at, { receivedAt }] of tries.entries()) {
      const before = tries[at - 1]?.request.end;
      if (before !== undefined) times.push(Math.max(0, receivedAt - before.atMs));
    }
  return spreadOf(times);
}

/** How long calls took to their first provider, which is what the machine gives on the same way. */
function firstHopsOf(calls, asked) {
  return spreadOf(
    calls.flatMap(({ number, startedAt }) => {
      const [first] = asked.get(number) ?? [];
      return first === undefined ? [] : [first.receivedAt - startedAt];
    }),
  );
}

function spreadOf(times) {
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0 };
}

const describe = (tries) =>
  tries
    .map(
      ({ provider, account, model, fault }) =>
        `${provider}/${account}/${model}: ${fault === undefined ? 'answers' : JSON.stringify(fault)}`,
    )
    .join('; ');

const isSame = (left, right) => left.toFixed(DECIMALS) === right.toFixed(DECIMALS);
const toPico = (usd) => BigInt(usd.toFixed(DECIMALS).replace('.', ''));
