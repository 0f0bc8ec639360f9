import { deriveAccent } from '#contract/settings/accent.ts'

/** Overrides of the accent tokens of tokens.css, for an element's style, with values for both themes. */
export function accentTokens(colour: string): Readonly<Record<string, string>> {
  const { light, dark } = deriveAccent(colour)
  const both = (one: string, other: string) => `light-dark(${one}, ${other})`
  return {
    '--color-petrol': both(light.accent, dark.accent),
    '--color-petrol-hover': both(light.hover, dark.hover),
    '--color-petrol-on': both(light.on, dark.on),
    '--color-petrol-soft': both(light.soft, dark.soft),
    '--color-guilloche': both(`${light.accent}4d`, `${dark.accent}42`),
  }
}
