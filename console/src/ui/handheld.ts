/** As narrow as this it is a phone or a handheld. */
export const handheldWidth = '(max-width: 760px)'
