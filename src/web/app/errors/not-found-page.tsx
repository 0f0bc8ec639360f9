import { data } from 'react-router'
import { NotFound } from '#web/parts/errors/not-found.tsx'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import type { Route } from './+types/not-found-page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, frameText)('notFoundTitle'))

/** Sets the HTTP status of the page; signed-in users see it inside the app. */
export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage({ params }: Route.ComponentProps) {
  return <NotFound path={`/${params['*']}`} />
}
