/** The operator's accent colour in both themes. Every pair of text and background must have this contrast (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5

type Rgb = readonly [number, number, number]
type Hsl = { hue: number; saturation: number; lightness: number }
type Shades = { accent: string; hover: string; on: string; soft: string }
export type Accent = { light: Shades; dark: Shades }

/** The theme's backgrounds and text colour: the values of the tokens of these names. */
export const grounds = {
  light: { canvas: '#f5f4ee', surface: '#ffffff', sunken: '#ecebe3', ink: '#12211f' },
  dark: { canvas: '#0d1416', surface: '#141d20', sunken: '#0a1012', ink: '#e8edea' },
} as const

/** `colour`, such as `#0b5563`, is for the light theme. The dark theme gets the same hue, light enough to be readable. */
export function deriveAccent(colour: string): Accent {
  const { hue, saturation, lightness } = toHsl(toRgb(colour))
  const tone = (of: number, share = 1) =>
    toHex(fromHsl({ hue, saturation: saturation * share, lightness: of }))
  const soft = mix(tone(0.3), grounds.dark.canvas, 0.35)
  const dark = readableOn(
    [grounds.dark.canvas, grounds.dark.surface, soft],
    (of) => tone(of, 0.75),
    Math.max(lightness, 0.5),
  )
  return {
    light: {
      accent: colour,
      hover: tone(lightness * 0.8),
      on: '#ffffff',
      soft: mix(colour, '#ffffff', 0.14),
    },
    dark: { accent: tone(dark, 0.75), hover: tone(Math.min(0.95, dark + 0.1), 0.75), on: tone(0.08), soft },
  }
}

/** The lowest contrast among the pairs of text and background that the pages use. */
export function contrastOfAccent({ light, dark }: Accent): number {
  return Math.min(leastOf(light, grounds.light), leastOf(dark, grounds.dark))
}

function leastOf({ accent, hover, on, soft }: Shades, around: (typeof grounds)['light' | 'dark']): number {
  const { canvas, surface, sunken, ink } = around
  const pairs = [
    ...[canvas, surface, sunken, soft].map((ground) => [accent, ground] as const),
    [on, accent] as const,
    [on, hover] as const,
    [ink, soft] as const,
  ]
  return Math.min(...pairs.map(([text, ground]) => contrastOf(text, ground)))
}

/** 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(toRgb(one)), luminanceOf(toRgb(other))].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The lowest lightness, from `from` up, that is readable on all of them. */
function readableOn(around: readonly string[], tone: (lightness: number) => string, from: number): number {
  const isRead = (of: number) => around.every((ground) => contrastOf(tone(of), ground) >= CONTRAST_MIN + 1)
  let lightness = from
  while (lightness < 0.95 && !isRead(lightness)) lightness += 0.02
  return lightness
}

function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toRgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

function toHex(rgb: Rgb): string {
  const parts = rgb.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

function mix(colour: string, ground: string, share: number): string {
  const under = toRgb(ground)
  const [red, green, blue] = toRgb(colour).map((part, at) => part * share + (under[at] ?? 0) * (1 - share))
  return toHex([red ?? 0, green ?? 0, blue ?? 0])
}

function toHsl([red, green, blue]: Rgb): Hsl {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (high + low) / 2
  const span = high - low
  if (span === 0) return { hue: 0, saturation: 0, lightness }
  const turned =
    high === red
      ? ((green - blue) / span + 6) % 6
      : high === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4
  return { hue: turned * 60, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl({ hue, saturation, lightness }: Hsl): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (from: number) => {
    const at = (from + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  }
  return [part(0), part(8), part(4)]
}
