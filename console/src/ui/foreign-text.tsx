/** A short text that callers or models wrote, in a line: it is told apart from ours, so that its direction cannot turn the line. */
export function ForeignText({ children }: { readonly children: string }) {
  return <bdi title={children.length > 40 ? children : undefined}>{children}</bdi>;
}
