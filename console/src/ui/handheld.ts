/** As narrow as this, and touched rather than pointed at, it is a phone or a handheld; a narrow window at a desk, or one that is zoomed, is none. */
export const handheldWidth = '(max-width: 760px) and (pointer: coarse)'
