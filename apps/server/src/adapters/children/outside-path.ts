/** Where programs that set limits are looked for, outside. */
export const outsidePath = '/usr/local/bin:/usr/bin:/bin'
