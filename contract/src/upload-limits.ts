/** How large what is uploaded for displays may be. Numbers alone: the processes that read uploads load nothing else. */
/** The largest file of each kind, bytes. */
export const mediaMaxBytes = {
  image: 30_000_000,
  video: 2_000_000_000,
  widget: 50_000_000,
  sw: 1_000_000_000,
  launcher: 1_000_000_000,
} as const
/** A picture's width times its height. */
export const pictureMaxPixels = 50_000_000
/** The pixels of all pictures of an animation (GIF, WebP): some 240 pictures of 1920 × 1080. */
export const pictureMaxMotionPixels = 500_000_000
/** The longer side of the small picture in lists, pixels. */
export const thumbPixels = 320
/** What is unpacked of a widget: files, and bytes of all of them. */
export const widgetLimits = { files: 2000, bytes: 200_000_000 } as const
/** A widget that does not say how large it is (widget.json) is as large as the smallest screen. */
export const widgetSize = { width: 1920, height: 158 } as const
