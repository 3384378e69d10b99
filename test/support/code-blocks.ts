import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The text of a document of the repository, by its path from the root. */
export function readDocument(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** The blocks of a language in a text of Markdown, in lists too, without their indent. */
export function codeBlocks(markdown: string, language: string): string[] {
  const fenced = new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms');
  return [...markdown.matchAll(fenced)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
