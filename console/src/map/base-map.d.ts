/** Made by build/base-map.ts. */
declare module 'virtual:base-map' {
  /** Of GeoJSON files: coasts and borders for small and for large scales, and places. */
  export const addresses: { coarse: string; fine: string; places: string }
  export const countries: [code: string, longitude: number, latitude: number, weight: number][]
}
