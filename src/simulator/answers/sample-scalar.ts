import type { JsonRecord } from '../json-value.js';

const MAX_STRING_CHARS = 2_000;
const HINT_CHARS = 160;
/** Properties that plainly ask for the caller's own words. */
const WORDS_PROPERTY = /query|question|search|text|prompt|input|message|content|body/i;
const PLACE_PROPERTY = /city|location|place|town/i;
/** Arguments that agents run or open: they get what does no harm in any directory, and never a command from the prompt. */
const COMMAND_PROPERTY = /^(?:cmd|commands?|shell_?command|bash_?command|command_?line|script)$/i;
const COMMAND = ['ls', '-a', '.'];
const DIRECTORY_PROPERTY =
  /^(?:target_?|relative_?|absolute_?)?(?:path|dir|directory|folder|cwd|work_?dir)$/i;
const FILE_PROPERTY = /^(?:(?:target_?|absolute_?|relative_?)?file(?:_?(?:path|name))?|notebook_?path)$/i;
const PATTERN_PROPERTY = /^(?:pattern|glob(?:_?pattern)?)$/i;
const FILE_NAME = /(?:^|[\s"'`(])((?:[\w-]+\/){0,8}[\w-]{1,64}\.[a-z][a-z0-9]{0,7})(?=$|[\s"'`),.:;?!])/i;

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-15T12:00:00Z',
  date: '2026-01-15',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'simulated@example.com',
  'idn-email': 'simulated@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  uri: 'https://example.com/simulated',
  iri: 'https://example.com/simulated',
  'uri-reference': '/simulated',
  url: 'https://example.com/simulated',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** A text within the schema's format and length bounds; `index` makes the items of an array differ. */
export function sampleString(
  schema: JsonRecord,
  place: { propertyName: string; hint: string; index: number },
): string {
  if (typeof schema.format === 'string' && Object.hasOwn(FORMATS, schema.format)) {
    return FORMATS[schema.format] ?? '';
  }
  const minimum = Math.min(typeof schema.minLength === 'number' ? schema.minLength : 0, MAX_STRING_CHARS);
  const maximum = typeof schema.maxLength === 'number' ? Math.max(schema.maxLength, 0) : MAX_STRING_CHARS;
  const text = textFor(place);
  return Array.from(text.padEnd(minimum, '.')).slice(0, maximum).join('');
}

/** A number within the schema's bounds: 1 where nothing forbids it. */
export function sampleNumber(schema: JsonRecord, options: { whole: boolean; index: number }): number {
  const step = typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : 0;
  const gap = options.whole ? 1 : 0.5;
  const lowest = largest(schema.minimum, plus(schema.exclusiveMinimum, gap));
  const highest = smallestOf(schema.maximum, plus(schema.exclusiveMaximum, -gap));
  let value = 1 + options.index;
  if (lowest !== undefined && value < lowest) value = lowest + options.index;
  if (highest !== undefined && value > highest) value = highest;
  if (step > 0) value = alignToStep(value, step, highest);
  else if (options.whole) value = highest === value ? Math.floor(value) : Math.ceil(value);
  return value;
}

function alignToStep(value: number, step: number, highest: number | undefined): number {
  const above = Math.ceil(value / step) * step;
  return highest !== undefined && above > highest ? Math.floor(highest / step) * step : above;
}

function textFor(place: { propertyName: string; hint: string; index: number }): string {
  if (COMMAND_PROPERTY.test(place.propertyName)) return COMMAND[place.index] ?? '.';
  return place.index === 0 ? wordsFor(place) : `${wordsFor(place)} ${place.index + 1}`;
}

function wordsFor(place: { propertyName: string; hint: string }): string {
  const { propertyName, hint } = place;
  if (DIRECTORY_PROPERTY.test(propertyName))
    return (/path$/i.test(propertyName) ? fileIn(hint) : undefined) ?? '.';
  if (FILE_PROPERTY.test(propertyName)) return fileIn(hint) ?? 'simulated.txt';
  if (PATTERN_PROPERTY.test(propertyName)) return '*';
  if (PLACE_PROPERTY.test(place.propertyName)) return placeIn(place.hint) ?? 'Paris';
  if (WORDS_PROPERTY.test(place.propertyName) && place.hint !== '') return place.hint.slice(0, HINT_CHARS);
  return 'simulated';
}

function placeIn(hint: string): string | undefined {
  return /\b(?:in|at|for|of|to|from) (\p{Lu}[\p{L}-]{1,40})/u.exec(hint.slice(0, 2_000))?.[1];
}

function fileIn(hint: string): string | undefined {
  return FILE_NAME.exec(hint.slice(0, 2_000))?.[1];
}

function plus(value: unknown, gap: number): number | undefined {
  return typeof value === 'number' ? value + gap : undefined;
}

function largest(...values: unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function smallestOf(...values: unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}
