import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { text } from '../text.js';
import type { PickOption } from './match-options.js';

interface PickerListProps {
  readonly id: string;
  readonly element: RefObject<HTMLUListElement>;
  readonly label: string;
  readonly isOpen: boolean;
  readonly options: readonly PickOption[];
  readonly value: string;
  readonly active: number;
  readonly onChoose: (value: string) => void;
}

export function PickerList({
  id,
  element,
  label,
  isOpen,
  options,
  value,
  active,
  onChoose,
}: PickerListProps) {
  useEffect(() => {
    element.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul ref={element} id={id} popover="manual" class="picker-list" role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={option.value === value}
          class={index === active ? 'is-active' : undefined}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            // Nor does it open the row that it stands in.
            event.stopPropagation();
            onChoose(option.value);
          }}
        >
          {option.value !== '' && <bdi>{option.value}</bdi>}
          {option.detail !== undefined && <span class="picker-detail">{option.detail}</span>}
        </li>
      ))}
      {isOpen && options.length === 0 && (
        <li role="option" aria-selected="false" aria-disabled="true" class="picker-none">
          {text.noChoice}
        </li>
      )}
    </ul>
  );
}
