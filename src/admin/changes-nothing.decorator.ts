const CHANGES_NOTHING = Symbol('CHANGES_NOTHING');

/** Of a route whose method says that it may change something, and which only looks: nobody stands behind it in the audit log. */
export function ChangesNothing(): MethodDecorator {
  return (_target, _name, descriptor) => {
    (descriptor.value as { [CHANGES_NOTHING]?: true })[CHANGES_NOTHING] = true;
  };
}

export function changesNothing(handler: object): boolean {
  return CHANGES_NOTHING in handler;
}
