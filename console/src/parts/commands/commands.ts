/*
 * What a screen shows to be pasted into a shell: a POSIX one with curl. Keys and tokens come from the environment, under the names that
 * the README gives them; the console never has one. Each is run as it stands by `test/browser/commands.spec.ts`.
 */

const JSON_BODY = `-H 'Content-Type: application/json'`;
const WITH_KEY = `-H "Authorization: Bearer $GATEWAY_KEY" ${JSON_BODY}`;
const WITH_TOKEN = `-H "Authorization: Bearer $ADMIN_TOKEN" ${JSON_BODY}`;

const chat = (origin: string): string => `${origin}/api/v1/openai/chat/completions`;
const admin = (origin: string): string => `${origin}/api/v1/admin`;

export const firstCall = (origin: string): string => `curl ${chat(origin)} \\
  ${WITH_KEY} \\
  -d '{"model":"auto","messages":[{"role":"user","content":"Say hello in one sentence."}]}'`;

/** A batch names its models: `auto` does not go into one. */
export const firstBatch = (origin: string): string => `curl ${origin}/api/v1/route/batches \\
  ${WITH_KEY} \\
  -d '{"requests":[{"custom_id":"one","body":{"model":"vendorb/gpt-6.1-terra","messages":[{"role":"user","content":"Say one."}]}}]}'`;

/** Calls of one prompt, which become a task group. */
export const callsOfOneTask = (
  origin: string,
): string => `for ticket in "My card was charged twice" "Where is my order" "I cannot log in"; do
  curl ${chat(origin)} \\
    ${WITH_KEY} \\
    -d '{"model":"auto","messages":[{"role":"user","content":"Classify this ticket as billing, order or access. Answer with one word.\\n\\nTicket: '"$ticket"'"}]}'
done`;

/** As OpenTelemetry's exporters read them. */
export const exporterSettings = (
  origin: string,
): string => `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/api/v1/traces
export OTEL_EXPORTER_OTLP_HEADERS="x-api-key=$GATEWAY_KEY"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`;

export const newProject = (origin: string, organizationId: string): string =>
  `curl ${admin(origin)}/organizations/${organizationId}/projects \\
  ${WITH_TOKEN} \\
  -d '{"name":"First project"}'`;

/** With a project in it. */
export const newOrganization = (
  origin: string,
): string => `ORGANIZATION=$(curl -s ${admin(origin)}/organizations \\
  ${WITH_TOKEN} \\
  -d '{"name":"First organization"}' | sed 's/.*"id":"\\(org_[^"]*\\)".*/\\1/')
${newProject(origin, '$ORGANIZATION')}`;
