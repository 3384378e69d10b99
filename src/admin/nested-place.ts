import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';

interface FieldRule {
  readonly propertyName: string;
  /** Of the validator's own kind; `nestedValidation` for an object with a class of its own. */
  readonly type: string;
}

/**
 * Where a member that is no field of a body belongs instead: the name of the body's object that has such a field.
 * @param body an instance of the body's class
 */
export function findNestedPlace(body: object, name: string): string | undefined {
  const nested = rulesOf(body).filter(({ type }) => type === 'nestedValidation');
  return nested.find(({ propertyName }) => {
    const bodyClass = body.constructor as new () => Record<string, unknown>;
    const inner = plainToInstance(bodyClass, { [propertyName]: {} })[propertyName];
    return (
      typeof inner === 'object' && inner !== null && rulesOf(inner).some((rule) => rule.propertyName === name)
    );
  })?.propertyName;
}

function rulesOf(instance: object): readonly FieldRule[] {
  return getMetadataStorage().getTargetValidationMetadatas(instance.constructor, '', false, false);
}
