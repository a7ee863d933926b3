/** What a label or sign looks like from its model: the shape of its panel in its case, with every ink that it has. */
import { modelOf } from '@endcap/label/models'
import { inkColours } from '@endcap/label/palettes'
import factStyles from './Fact.module.css'

/** The longer side of the case in units of the drawing, and its rim. */
const [longest, rim] = [100, 6]
/** More inks than this are grays that differ little. */
const inksShown = 8
const css = (colour: number | undefined) => `#${(colour ?? 0).toString(16).padStart(6, '0')}`

/** `width`: pixels on screen that it takes at most. Nothing where the model is not known; its words stand beside it. */
export function ModelPicture({ tagType, width = 56 }: { tagType: string; width?: number }) {
  const model = modelOf(tagType)
  if (model === undefined) return null
  const scale = (longest - 2 * rim) / Math.max(model.width, model.height)
  const [across, down] = [model.width * scale, model.height * scale]
  const [whole, tall] = [across + 2 * rim, down + 2 * rim]
  const inks = inkColours[model.palette]
  const [paper, soot] = [css(inks[0]), css(inks[1])]
  const accent = inks.length > 2 && inks.length < inksShown ? css(inks[2]) : soot
  // Light to dark where there are many grays.
  const strip = inks.length > inksShown ? inks.filter((_, place) => place % 2 === 0) : inks
  const at = (x: number, y: number, w: number, h: number) => ({
    x: rim + across * x,
    y: rim + down * y,
    width: across * w,
    height: down * h,
  })
  return (
    <svg
      className={factStyles.modelPicture}
      width={(width * whole) / longest}
      height={(width * tall) / longest}
      viewBox={`0 0 ${whole} ${tall}`}
      aria-hidden="true"
      data-model={tagType}
    >
      <rect
        x=".75"
        y=".75"
        width={whole - 1.5}
        height={tall - 1.5}
        rx="6"
        fill="var(--surface)"
        stroke="var(--ctl-line)"
        strokeWidth="1.5"
      />
      <rect {...at(0, 0, 1, 1)} fill={paper} />
      <rect {...at(0.07, 0.12, 0.5, 0.1)} fill={soot} />
      <rect {...at(0.07, 0.28, 0.32, 0.06)} fill={soot} opacity=".55" />
      <rect {...at(0.5, 0.42, 0.43, 0.3)} fill={accent} />
      {strip.map((ink, place) => (
        <rect key={ink} {...at(place / strip.length, 0.87, 1 / strip.length, 0.13)} fill={css(ink)} data-ink={css(ink)} />
      ))}
      <rect {...at(0, 0, 1, 1)} fill="none" stroke="var(--line-2)" strokeWidth=".75" />
    </svg>
  )
}
