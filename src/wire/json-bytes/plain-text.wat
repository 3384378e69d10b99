;; Looks through the text of JSON strings, sixteen bytes a step. Assembled by `npm run build:wasm` into plain-text-wasm.ts.
(module
  ;; 0 to 255: for hexadecimal digits their value and bit 4. 256: what escapes take beyond the characters that they stand for, in
  ;; bytes of UTF-8, added up; whoever reads it sets it back. Behind it the text, a zero, and room for a step.
  (memory (export "memory") 1 1)

  ;; From $at, between two characters of a string, to what ends its plain text: a quote, a control character (the zero is one), or
  ;; a backslash that begins no escape, or one that is cut by the end.
  (func (export "plainEnd") (param $at i32) (result i32)
    (local $bytes v128)
    ;; Of the bytes of a step, the first in the lowest bit:
    (local $ends i32)        ;; quotes and control characters
    (local $backslashes i32)
    (local $series i32)
    (local $escapes i32)     ;; backslashes that begin an escape
    (local $escaped i32)     ;; what stands behind them
    (local $carry i32)       ;; 1: the first byte of this step is escaped
    (local $digit i32)
    (local $notation i32)
    (block $done
    (loop $step
      (local.set $bytes (v128.load (local.get $at)))
      ;; With bit 1 turned over, the quote (0x22) and the control characters are what is below 0x21.
      (local.set $ends
        (i8x16.bitmask
          (i8x16.lt_u
            (v128.xor (local.get $bytes) (v128.const i8x16 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2))
            (v128.const i8x16 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33))))
      (local.set $backslashes
        (i8x16.bitmask
          (i8x16.eq
            (local.get $bytes)
            (v128.const i8x16 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92))))
      (if (i32.eqz (i32.or (local.get $backslashes) (local.get $carry)))
        (then
          (if (local.get $ends)
            (then
              (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $ends))))
              (br $done)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $step)))
      ;; In a series of backslashes every other one is escaped. Subtracting runs through each series, and leaves the odd or the even
      ;; places of it, by where it began.
      (local.set $escapes (i32.and (local.get $backslashes) (i32.xor (local.get $carry) (i32.const -1))))
      (local.set $series
        (i32.xor
          (i32.sub
            (i32.or (i32.shl (local.get $escapes) (i32.const 1)) (i32.const 0xaaaa))
            (local.get $escapes))
          (i32.const 0xaaaa)))
      (local.set $escaped
        (i32.and
          (i32.xor (local.get $series) (i32.or (local.get $backslashes) (local.get $carry)))
          (i32.const 0xffff)))
      (local.set $escapes (i32.and (local.get $series) (local.get $backslashes)))
      (local.set $ends
        (i32.or
          (i32.and (local.get $ends) (i32.xor (local.get $escaped) (i32.const -1)))
          ;; Of what is escaped, all but "\/bfnrt. Each of these has a bit that both halves of its byte have in these tables.
          (i32.and
            (local.get $escaped)
            (i32.xor
              (i8x16.bitmask
                (i8x16.neg
                  (v128.and
                    (i8x16.swizzle
                      (v128.const i8x16 0 0 13 0 8 0 4 0 0 0 0 0 2 0 4 1)
                      (v128.and
                        (local.get $bytes)
                        (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
                    (i8x16.swizzle
                      (v128.const i8x16 0 0 1 0 0 2 4 8 0 0 0 0 0 0 0 0)
                      (i8x16.shr_u (local.get $bytes) (i32.const 4))))))
              (i32.const -1)))))
      (if (i32.eqz (local.get $ends))
        (then
          (local.set $notation (i32.add (local.get $notation) (i32.popcnt (local.get $escaped))))
          (local.set $carry (i32.shr_u (local.get $escapes) (i32.const 15)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $step)))
      (local.set $ends (i32.ctz (local.get $ends)))
      (local.set $at (i32.add (local.get $at) (local.get $ends)))
      (local.set $notation
        (i32.add
          (local.get $notation)
          (i32.popcnt
            (i32.and
              (local.get $escaped)
              (i32.sub (i32.shl (i32.const 1) (local.get $ends)) (i32.const 1))))))
      (br_if $done (i32.eqz (i32.and (i32.shr_u (local.get $escaped) (local.get $ends)) (i32.const 1))))
      ;; \u and four digits.
      (if
        (i32.and
          (i32.shl (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x75)) (i32.const 4))
          (i32.and
            (i32.and
              (i32.load8_u (i32.load8_u offset=1 (local.get $at)))
              (i32.load8_u (i32.load8_u offset=2 (local.get $at))))
            (i32.and
              (i32.load8_u (i32.load8_u offset=3 (local.get $at)))
              (i32.load8_u (i32.load8_u offset=4 (local.get $at))))))
        (then
          ;; Six bytes for a character of one (below 0x80), of two (below 0x800), of three, or for half of one of four (a surrogate).
          (local.set $digit (i32.load8_u (i32.load8_u offset=2 (local.get $at))))
          (local.set $notation (i32.add (local.get $notation) (i32.const 3)))
          (if (i32.eq (i32.load8_u (i32.load8_u offset=1 (local.get $at))) (i32.const 0x1d))
            (then
              (local.set $notation
                (i32.add (local.get $notation) (i32.ge_u (local.get $digit) (i32.const 0x18))))))
          (if (i32.eq (i32.load8_u (i32.load8_u offset=1 (local.get $at))) (i32.const 0x10))
            (then
              (local.set $notation
                (i32.add (local.get $notation) (i32.lt_u (local.get $digit) (i32.const 0x18))))
              (if (i32.eq (local.get $digit) (i32.const 0x10))
                (then
                  (local.set $notation
                    (i32.add
                      (local.get $notation)
                      (i32.lt_u
                        (i32.load8_u (i32.load8_u offset=3 (local.get $at)))
                        (i32.const 0x18))))))))
          (local.set $carry (i32.const 0))
          (local.set $at (i32.add (local.get $at) (i32.const 5)))
          (br $step)))
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))))
    (i32.store
      (i32.const 256)
      (i32.add (i32.load (i32.const 256)) (local.get $notation)))
    (local.get $at)))
