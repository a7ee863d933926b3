/** The map's numbers from the specification, and ours beside them. */

/** Specification 1 §9: before anything is known of where the stores are. */
export const initialZoom = 20
/** Specification 1 §9: when a store is selected. */
export const selectedZoom = 14
/** Specification 1 §9: when its info window is closed. */
export const closedZoom = 6
/** Specification 1 §9, milliseconds: then all stores are brought into view. */
export const fitAfterMs = 750
/** Specification 1 §9: page sizes of the list beside the map; -1 is all. */
export const listSizes = [15, 25, 50, 100, -1] as const

/** From here on coasts and borders are drawn in detail. */
export const fineZoom = 6
/** From here on the base map that comes along has little to show. */
export const emptyZoom = 11
/** At this zoom and above every store stands for itself. */
export const lastClusterZoom = 13
