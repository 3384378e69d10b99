import { LONGEST_ESCAPE, viewThroughEscapes } from './escaped-view.js';
import { atOnce, type Steps } from './steps.js';

/**
 * Secrets of known shapes, each as one group named after its kind; what stands before the group stays readable. Every token begins
 * where no token is (`EDGE`; the letter of `\n` in JSON is none of a word) and every repetition is bounded or of one class, so that no
 * text takes more than linear time.
 */
const EDGE = String.raw`(?<![A-Za-z0-9_-](?<!\\[bfnrt]))`;
const URL_SLASH = String.raw`(?:\\?\/)`;
const SHAPES: readonly string[] = [
  String.raw`(?<private_key>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+\/=\s:,.\\()]|-(?!-)){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?)`,
  String.raw`${EDGE}(?<jwt>eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)`,
  String.raw`${EDGE}(?:[Bb]earer|BEARER)(?:\s|\\[nt]|%20){1,4}(?<bearer>[A-Za-z0-9._~+\/=-]{12,})`,
  String.raw`[Aa]uthorization[\\"':=\s]{1,12}[Bb]asic\s{1,4}(?<basic>[A-Za-z0-9+\/=]{8,})`,
  String.raw`${EDGE}(?<api_key>(?:sk|rk|pk|xai|pplx|tgp|csk|nvapi|fw|glpat|pypi|xapp|xox[abeoprs])-[A-Za-z0-9_-]{16,})`,
  String.raw`${EDGE}(?<token>(?:gh[pousr]|github_pat|hf|gsk|npm|whsec|cbs|shp(?:at|ca|pa|ss)|do[opr]_v1|r8|lin_api|sbp)_[A-Za-z0-9_]{20,}|[a-z]{2,16}_(?:live|test|admin|operator|prod)_[A-Za-z0-9_]{12,})`,
  String.raw`${EDGE}(?<google>AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})`,
  String.raw`${EDGE}(?<sendgrid>SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})`,
  String.raw`${EDGE}(?<aws_key>(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})(?![A-Za-z0-9])`,
  String.raw`(?:[Ss]ecret|SECRET)[_ -]?(?:[Aa]ccess|ACCESS)?[_ -]?(?:[Kk]ey|KEY)[\\"'\s:=>]{1,16}(?<aws_secret>(?:[A-Za-z0-9+=]|${URL_SLASH}){40})(?![A-Za-z0-9+=])`,
  String.raw`(?:AccountKey|SharedAccessKey|SharedSecretKey)=(?<azure>[A-Za-z0-9+\/=]{20,})`,
  String.raw`${EDGE}[A-Za-z][A-Za-z0-9+.]{1,30}:${URL_SLASH}{2}[^\s:@\/"'<>\\]{0,256}:(?<url_password>[^\s"'<>\\\/]{1,256})@`,
  String.raw`${EDGE}(?:[Pp]assword|PASSWORD|[Pp]wd|PWD|PGPASSWORD|[Pp]asswd)\s{0,4}=\s{0,4}(?<password>[^;&\s"'\\<>]{3,256})`,
];

/** Its position is set for each search. */
const ANY_SHAPE = new RegExp(SHAPES.map((shape) => `(?:${shape})`).join('|'), 'dg');
/** One step is a few hundred microseconds. */
const STEP_CHARACTERS = 16_384;
/** Each takes some microseconds, and a text may be made of nothing else. */
const STEP_SECRETS = 64;
/** A shape that begins in a step is seen to its end when it is written in no more than this. */
const LONGEST_SHAPE = 24_576;

/**
 * The first `characters` of a text with the secrets of known shapes replaced by `[masked:kind]`. A secret that begins before the
 * end is masked whole, so the text behind the end must be there as far as a secret may reach (`MASK_OVERHANG`).
 */
export function* maskSecretsInSteps(text: string, characters = text.length): Steps<string> {
  return (yield* maskPartInSteps(text, { from: 0, to: characters })).masked;
}

export interface MaskedPart {
  readonly masked: string;
  /** How far of the text it is: behind the part's end where a secret ends there. */
  readonly end: number;
}

/** What should be seen before a part: no secret begins within a word, whose last character may be written by its number. */
export const MASK_LEAD = LONGEST_ESCAPE;

/**
 * A part of a text, with what is before it as far as `MASK_LEAD`. Characters that JSON writes by their numbers are read for it; what is
 * no secret stays as it was written.
 */
export function* maskPartInSteps(
  text: string,
  part: { readonly from: number; readonly to: number },
): Steps<MaskedPart> {
  const end = Math.min(part.to, text.length);
  let masked = '';
  let done = part.from;
  while (done < end) {
    const stepEnd = Math.min(end, done + STEP_CHARACTERS);
    // A step begins early, so that a shape is not taken for the beginning of one in the middle of a word.
    const from = Math.max(0, done - MASK_LEAD);
    const window = viewThroughEscapes(text.slice(from, stepEnd + LONGEST_SHAPE));
    let at = window.readAt(done - from);
    for (let secrets = 1; ; secrets += 1) {
      const secret = secretFrom(window.text, at);
      const start = secret === undefined ? stepEnd : from + window.writtenAt(secret.start);
      if (secret === undefined || start >= stepEnd) break;
      masked += `${text.slice(done, start)}[masked:${secret.kind}]`;
      done = from + window.writtenAt(secret.stop);
      at = secret.stop;
      if (secrets % STEP_SECRETS === 0) yield;
    }
    if (done < stepEnd) {
      masked += text.slice(done, stepEnd);
      done = stepEnd;
    }
    if (done < end) yield;
  }
  return { masked, end: done };
}

/** What `maskSecretsInSteps` should see behind the end of what is kept. */
export const MASK_OVERHANG = LONGEST_SHAPE;

/** All of a short text. */
export function maskSecrets(text: string): string {
  return atOnce(maskSecretsInSteps(text));
}

interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly stop: number;
}

function secretFrom(text: string, at: number): FoundSecret | undefined {
  ANY_SHAPE.lastIndex = at;
  const match = ANY_SHAPE.exec(text);
  return match === null ? undefined : secretOf(match);
}

function secretOf(match: RegExpExecArray): FoundSecret {
  for (const [kind, range] of Object.entries(match.indices?.groups ?? {}) as [
    string,
    [number, number] | undefined,
  ][])
    if (range !== undefined) return { kind, start: range[0], stop: range[1] };
  return { kind: 'secret', start: match.index, stop: match.index + match[0].length };
}
