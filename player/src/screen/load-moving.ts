/** What few plans need is no part of the script that every display loads first. The service worker keeps it all the same. */
export const loadMoving = () => import('./moving.ts')
