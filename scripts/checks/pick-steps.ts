import type { Step } from './run-steps.ts'

export type Picked = { steps: readonly Step[]; filters: string[] }

/**
 * Parses `npm test -- lint unit orders/placing`: words that name steps are steps, all others are files, or parts of
 * their names, for the steps that accept them. Returns a message for the user if the words are invalid.
 */
export function pickSteps(all: readonly Step[], words: readonly string[]): Picked | string {
  const filters = words.filter((word) => !all.some(({ name }) => name === word))
  const asked = all.filter(({ name }) => words.includes(name))
  const steps = asked.length > 0 ? asked : all
  const takers = all.filter(({ takesFilters }) => takesFilters).map(({ name }) => name)
  if (filters.length > 0 && !asked.some(({ takesFilters }) => takesFilters)) {
    const names = all.map(({ name }) => name).join(', ')
    return `There is no step ${filters.join(', ')}. Steps: ${names}. Files may follow ${takers.join(' and ')}.`
  }
  return { steps, filters }
}
