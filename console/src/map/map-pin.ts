/** A pin on the map: shown at a place; where a place is picked, it is put there by a click, dragged, and moved with the arrow keys. */
import { Marker, type LngLat, type Map as GlMap } from 'maplibre-gl'
import type { Spot, StoreMapOptions } from './store-map.ts'
import styles from './map.module.css'

/** How long the map takes to come after a pin that leaves it. */
export const moveMs = 350
/** Pixels that an arrow key moves the pin by; so many times as far with the shift key. */
const pinSteps: Record<string, [x: number, y: number]> = { ArrowLeft: [-4, 0], ArrowRight: [4, 0], ArrowUp: [0, -4], ArrowDown: [0, 4] }
const fastSteps = 10

/** What puts the pin somewhere, or takes it away. */
export function makePins(map: GlMap, picking: StoreMapOptions['picking']): (spot: Spot | undefined) => void {
  let marker: Marker | undefined
  const pick = (lngLat: LngLat) => {
    const { lat, lng } = lngLat.wrap()
    picking?.onPick({ latitude: lat, longitude: lng })
  }
  function makePin(): Marker {
    const element = document.createElement('div')
    element.className = styles.mapPin ?? ''
    if (picking === undefined) return new Marker({ element })
    element.tabIndex = 0
    element.setAttribute('role', 'application')
    element.setAttribute('aria-label', picking.name)
    const pin = new Marker({ element, draggable: true })
    pin.on('drag', () => pick(pin.getLngLat()))
    element.addEventListener('keydown', (event) => {
      const step = pinSteps[event.key]
      if (step === undefined) return
      // The map itself would move.
      event.preventDefault()
      event.stopPropagation()
      const { x, y } = map.project(pin.getLngLat())
      const times = event.shiftKey ? fastSteps : 1
      pin.setLngLat(map.unproject([x + step[0] * times, y + step[1] * times]))
      if (!map.getBounds().contains(pin.getLngLat())) map.easeTo({ center: pin.getLngLat(), duration: moveMs })
      pick(pin.getLngLat())
    })
    return pin
  }
  if (picking !== undefined) {
    map.getCanvas().style.cursor = 'crosshair'
    map.on('click', ({ lngLat, originalEvent }) => {
      if (!(originalEvent.target instanceof Node && marker?.getElement().contains(originalEvent.target) === true)) pick(lngLat)
    })
  }
  return (spot) => {
    if (spot === undefined) {
      marker?.remove()
      marker = undefined
    } else if (marker === undefined) marker = makePin().setLngLat([spot.longitude, spot.latitude]).addTo(map)
    // Not added again: it would lose the focus, and a drag that is under way.
    else marker.setLngLat([spot.longitude, spot.latitude])
  }
}
