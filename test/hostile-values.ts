import type { FieldKind } from './contract-fields.ts'

export const UNUSABLE = ['\0', 'an\0other', '\ud800', 'half \udfff pair', 'non\ufdd0character', '\u{10ffff}']
/** Property names that every object inherits. */
export const OBJECT_NAMES = Object.getOwnPropertyNames(Object.prototype)
const ODD = [
  ...['', ' ', '%', "';--", '\\', '\u202e', '\ufeff', '\u{1f600}', 'x'.repeat(5000), '_%\\', 'null', 'john.doe'],
  // In one of the two, any cut by code units falls within a surrogate pair.
  ...['𠮷'.repeat(20), `x${'𠮷'.repeat(20)}`, 'hello \ue9f0 \ue9f1', '{{name}} $t(x) $& %s'],
  ...['constructor', 'hasOwnProperty', '__proto__'],
]

/** Values that every field of a kind must reject. */
export const REFUSED: Record<FieldKind, unknown[]> = {
  text: UNUSABLE,
  uuid: [...UNUSABLE, 'x', '0190b1a2', '0190b1a2-0000-7000-8000-00000000000g', 'x'.repeat(5000)],
  time: [
    ...[...UNUSABLE, 'x', '2024', '2027-02-31T00:00:00Z', '2023-02-29T00:00:00Z', '2024-01-01T00:00:60Z'],
    ...['0000-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'],
    ...['2024-01-01T00:00:00+23:59', '2024-01-01T00:00:00-15:00', '2024-01-01T24:00:00Z', 'infinity', 'now'],
  ],
  number: [...UNUSABLE, 'x', '', ' 1', '0x10', 'NaN', 'Infinity', '-Infinity', '1e999', '1_000', '１'],
  choice: [...UNUSABLE, 'x', ''],
  flag: [...UNUSABLE, 'x'],
  list: [...UNUSABLE, 'x'],
  object: [...UNUSABLE, 'x'],
}

/** Values that a field may accept or reject, but that must not cause a server error. */
export const STRANGE: Record<FieldKind, unknown[]> = {
  text: ODD,
  uuid: [],
  time: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2024-01-01T00:00:00+14:00'],
  number: ['1.5', '1e30', '99999999999', '-1', '2147483648', '9223372036854775808', '1e308', '-1e308', '5e-324', '-0'],
  choice: [],
  flag: [],
  list: [],
  object: [],
}

/** JSON values that are not text. */
export const TYPED: unknown[] = [0, -1, 1.5, 1e300, true, [], {}, ['x'], { toString: 'x' }]
