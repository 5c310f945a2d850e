/** How the console and embeds look and behave in a tenant. */
export { getConfig } from './app-config-queries.ts'
export { isTimeZone } from './app-config-rules.ts'
export { getThemeOf } from './embed-theme.ts'
