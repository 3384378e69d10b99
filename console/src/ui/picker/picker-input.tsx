import { useId, useRef, useState } from 'preact/hooks';
import type { ControlProps } from '../field.js';
import { text } from '../text.js';
import './picker.css';
import { chosenBy, leftWith, matchOptions, type PickOption } from './match-options.js';
import { PickerList } from './picker-list.js';
import { useListPlace } from './use-list-place.js';

export interface PickerInputProps {
  /** Empty for nothing chosen. */
  readonly value: string;
  readonly options: readonly PickOption[];
  /** Also with text that is none of the options: the API says whether it can be. */
  readonly onChange: (value: string) => void;
  /** What nothing chosen means; the first of the list. */
  readonly noneLabel?: string;
  /** Nothing happens yet by a choice, so whatever is typed is one. */
  readonly isDraft?: boolean;
  /** Its accessible name, where no label stands beside it. */
  readonly name?: string;
  /** What it belongs to, as a row; its name stays the bare word. */
  readonly title?: string;
  readonly control?: ControlProps;
  readonly onFocus?: () => void;
}

/** A combobox that filters a list with details beside; the native ones show neither all nor details. */
export function PickerInput(props: PickerInputProps) {
  const { value, options, onChange, noneLabel, isDraft = false, name, title, control, onFocus } = props;
  const listId = useId();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useListPlace(isOpen, input, list);
  const none: readonly PickOption[] = noneLabel === undefined ? [] : [{ value: '', detail: noneLabel }];
  const shown = isOpen
    ? [...(typed === undefined || typed === '' ? none : []), ...matchOptions(options, typed)]
    : [];

  const isOption = (text: string): boolean => options.some((option) => option.value === text);
  /** What stands in the field and is not chosen yet, however soon a key follows. */
  const typedNow = (): string | undefined => {
    const text = input.current?.value;
    return text === value ? undefined : text;
  };
  const entered = (): string => {
    const text = typedNow();
    return text === undefined ? value : chosenBy(options, text);
  };
  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
  };
  const choose = (chosen: string): void => {
    close();
    if (chosen !== value) onChange(chosen);
  };
  const openAt = (index: number): void => {
    setOpen(true);
    setActive(index);
  };
  const move = (step: 1 | -1): void => {
    if (!isOpen)
      openAt(
        Math.max(
          0,
          [...none, ...options].findIndex((option) => option.value === value),
        ),
      );
    else if (shown.length > 0) setActive((active + step + shown.length) % shown.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && (isOpen || typedNow() !== undefined))
      choose(shown[active]?.value ?? entered());
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (): void => {
    const text = typedNow();
    choose((text === undefined ? value : leftWith(options, text, isDraft)) ?? value);
  };
  return (
    <>
      <input
        {...control}
        ref={input}
        class="input picker"
        role="combobox"
        aria-label={name}
        title={title}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
        autoComplete="off"
        spellcheck={false}
        placeholder={noneLabel}
        value={typed ?? value}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          onFocus?.();
        }}
        onClick={() => openAt(-1)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          openAt(-1);
          // Spelled out is chosen; in a draft that changes nothing yet.
          if (isDraft && isOption(currentTarget.value)) onChange(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <PickerList
        id={listId}
        element={list}
        label={name ?? text.choices}
        isOpen={isOpen}
        options={shown}
        value={value}
        active={active}
        onChoose={choose}
      />
    </>
  );
}
