import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments, parseDocument } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');

export const inProject = (file: string): string => path.join(ROOT, file);

/** What a document holds, unknown until it is looked at. */
export type Parsed = ReturnType<typeof JSON.parse>;

export function readText(file: string): string {
  return readFileSync(inProject(file), 'utf8');
}

/** With merge keys resolved. @throws Error on what a strict reader would not take, a key twice among it */
export function readYaml(text: string): Parsed {
  const document = parseDocument(text, { merge: true, uniqueKeys: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw fault;
  return document.toJS();
}

/** The documents of one text, without empty ones. */
export function readYamls(text: string): Parsed[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true })
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS() as unknown;
    })
    .filter((document) => document !== null && document !== undefined);
}
