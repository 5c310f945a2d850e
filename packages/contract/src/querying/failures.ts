import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  dashboard_republished: {
    kind: 'conflict',
    meaning: 'The dashboard was published again since the page read it; the page reads it anew and asks for that version.',
  },
  widget_unknown: { kind: 'invalid', meaning: 'The published version of the dashboard has no widget of this id.' },
  widget_without_data: { kind: 'invalid', meaning: 'Data was asked for a widget that shows none: only CHART widgets do.' },
  control_unknown: {
    kind: 'invalid',
    meaning: 'A value was sent for a widget that is no such control: no FILTER, no TIME_GRAIN, or one that names no member.',
  },
  control_locked: {
    kind: 'invalid',
    meaning: 'A value was sent for a control that is hidden or disabled; these keep the value that the dashboard gives them.',
  },
  control_value_invalid: {
    kind: 'invalid',
    meaning:
      'A value was sent that the control does not take, two values for one control, or more of them than an engine takes; or a filter is locked to what cannot be asked.',
  },
  choices_failed: {
    kind: 'unprocessable',
    meaning: 'The engine did not list the values of a filter. The log of the deployment says why, by the request id.',
  },
} as const satisfies FailureDefinitions
