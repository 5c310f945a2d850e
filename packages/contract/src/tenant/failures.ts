import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  time_zone_invalid: {
    kind: 'invalid',
    meaning: 'A time zone is not one of the IANA database; offsets such as +02:00 are none.',
  },
  font_not_found: { kind: 'invalid', meaning: '`fontRef` of a text style is not the id of one of `fonts`.' },
} as const satisfies FailureDefinitions
