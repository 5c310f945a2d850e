/** What the configuration of a dashboard means. The limits of its queries are in `@facet/dashboard-spec/query`. */
export { type ControlSpec, type ControlWidget, hasMemberText, readControl, type Visibility } from './controls/read-control.ts'
export { cubeOf, memberIn } from './controls/member-name.ts'
