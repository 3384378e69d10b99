import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { examine } from './server/doctor/examine.js';
import { findingsAsJson, hasFault, printFindings } from './server/doctor/print-findings.js';

/**
 * `npm run doctor`: whether a deployment is in order, and what to do where it is not. `--url U`: where the gateway is asked from
 * outside; `--json`: for programs. Exit code 1 with a fault, 0 without.
 */
try {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const findings = await examine({ url: values.url?.replace(/\/+$/, ''), version });
  process.stdout.write(values.json ? findingsAsJson(findings) : printFindings(findings));
  process.exitCode = hasFault(findings) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
