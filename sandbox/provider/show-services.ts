import type { Quirk } from './quirk-kinds.ts'

/** The list as this provider's software formats it. */
export function showServices(services: Record<string, unknown>[], quirks: Set<Quirk>): unknown {
  const list = services.map((service) =>
    Object.fromEntries(
      Object.entries(service).map(([name, value]) => [name, showMember(name, value, quirks)]),
    ),
  )
  if (quirks.has('wrap_services')) return { services: list }
  return quirks.has('wrap_data') ? { data: list } : list
}

function showMember(name: string, value: unknown, quirks: Set<Quirk>): unknown {
  if (name === 'service' && quirks.has('string_ids')) return String(value)
  if (name === 'type' && quirks.has('slug_types')) return String(value).toLowerCase().replaceAll(' ', '_')
  if (name === 'rate' && quirks.has('comma_rates')) return String(value).replace('.', ',')
  if (typeof value !== 'boolean') return value
  if (quirks.has('number_booleans')) return value ? 1 : 0
  return quirks.has('text_booleans') ? String(value) : value
}
