const IS_DIGIT = 0x10;

/** For the bytes of hexadecimal digits their value with bit 4 set, 0 for all others. */
export const HEX_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return value < 0 ? 0 : IS_DIGIT | value;
});

/** Whether all four are digits, as the table tells them. */
export function areDigits(first: number, second: number, third: number, fourth: number): boolean {
  return (first & second & third & fourth & IS_DIGIT) !== 0;
}
