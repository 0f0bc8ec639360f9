import { data } from 'react-router'
import { NotFound } from '#web/parts/errors/not-found.tsx'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import type { Route } from './+types/not-found-page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, frameText)('notFoundTitle'))

/** The page is shown with the status that it means, and in the app for those who are signed in. */
export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage({ params }: Route.ComponentProps) {
  return <NotFound path={`/${params['*']}`} />
}
