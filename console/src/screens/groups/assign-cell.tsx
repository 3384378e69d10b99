import { useState } from 'preact/hooks';
import type { TaskGroup } from '../../api/types.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { PickerInput } from '../../ui/picker/picker-input.js';
import { text } from './text.js';
import { shownModel, type Assigning } from './use-assign.js';

export interface AssignCellProps {
  readonly group: TaskGroup;
  readonly assigning: Assigning;
}

/** The catalogue is read when somebody begins to choose. */
export function AssignCell({ group, assigning }: AssignCellProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  const { options } = useModelOptions({ isNeeded });
  return (
    <PickerInput
      name={text.assigned}
      title={group.name}
      value={shownModel(group, assigning) ?? ''}
      options={options}
      noneLabel={text.noneAssigned}
      onFocus={() => setIsNeeded(true)}
      onChange={(model) => assigning.assign(group, model === '' ? null : model)}
    />
  );
}
