import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createDataSource } from './data-source.js';

const FOLDER = new URL('./migrations/', import.meta.url);

/** `1764300000000-create-foundation.ts` holds `CreateFoundation1764300000000`. */
function classOf(file: string): string {
  const [, time = '', words = ''] = /^(\d+)-(.*)\.ts$/.exec(file) ?? [];
  return words.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()) + time;
}

it('every migration of the folder is run, under the name of its file', () => {
  const { migrations } = createDataSource('postgres://nobody@127.0.0.1/none').options;
  const listed = (migrations as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(listed.toSorted()).toEqual(readdirSync(FOLDER).map(classOf).toSorted());
});
