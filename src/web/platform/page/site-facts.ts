import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import type { Money } from '#contract/base/money.ts'
import type { VisitorTag } from '#contract/settings/visitor-tags.ts'
import { siteDefaults } from '#contract/settings/site-defaults.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'

/** What every page needs to know of the operator's settings: the root's loader hands it to all of them. */
export type SiteFacts = Pick<
  PublicConfig,
  'contact' | 'favicon' | 'footer' | 'hours' | 'logo' | 'promotion'
> & {
  /** The reader's language, for `meta`; components use `useLanguage`. */
  language: Language
  /** The address of this site, as others know it; empty where it could not be asked. */
  origin: string
  brand: string
  /** The tokens that the operator's colour takes the place of; undefined for the product's own. */
  tokens: Readonly<Record<string, string>> | undefined
  /** Sections of the front page that the operator does not show. */
  hiddenSections: PublicConfig['front_page']['hidden']
  /** Ids of the operator's analytics and chat that are on, for `visitorTagScript`. */
  visitorTags: Partial<Record<VisitorTag, string>>
  depositMin: Money
  isSandbox: boolean
  sandboxMailbox: string | null
  isRegistrationOpen: boolean
  /** The operator's words while customers can only look; undefined while they can do everything. */
  maintenance: string | undefined
}

export function toSiteFacts(config: PublicConfig, language: Language, origin = ''): SiteFacts {
  const { brand, contact, favicon, footer, hours, limits, logo, maintenance, promotion } = config
  const { front_page: front, registration, sandbox } = config
  return {
    language,
    origin,
    brand: brand.name,
    logo,
    favicon,
    footer,
    hiddenSections: front.hidden,
    visitorTags: Object.fromEntries(Object.entries(config.visitor_tags).filter(([, id]) => id !== null)),
    tokens: undefined,
    contact,
    hours,
    promotion,
    depositMin: limits.deposit_min,
    isSandbox: sandbox,
    sandboxMailbox: config.sandbox_mailbox,
    isRegistrationOpen: registration.is_open,
    maintenance: maintenance.is_on ? (maintenance.message ?? '') : undefined,
  }
}

/** For a page whose root could not ask: it is shown all the same. */
export const defaultSiteFacts: SiteFacts = toSiteFacts(
  {
    ...siteDefaults,
    hours: null,
    logo: null,
    favicon: null,
    payment_methods: [],
    languages: [],
    sandbox: false,
    sandbox_mailbox: null,
  },
  defaultLanguage,
)

type Look = Partial<Pick<SiteFacts, 'brand' | 'favicon' | 'logo' | 'tokens'>>

const none: Look = {}
/** What staff have changed on this page since it was loaded. On the server always empty. */
let changed = none
const listeners = new Set<() => void>()

/** Shows a change of the brand at once on the page where it was made. */
export function changeSite(look: Look): void {
  changed = { ...changed, ...look }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSite(): SiteFacts {
  const sent = useRouteLoaderData<SiteFacts>('root') ?? defaultSiteFacts
  const look = useSyncExternalStore(
    subscribe,
    () => changed,
    () => none,
  )
  return { ...sent, ...look }
}

/** For a page's `meta`, which is no component. */
export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): SiteFacts {
  const root = matches.find((match) => match?.id === 'root')
  const sent = (root?.loaderData as SiteFacts | undefined) ?? defaultSiteFacts // what the root's loader answers
  return { ...sent, ...changed }
}
