import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { LanguageContext } from '#web/platform/i18n/reader-language.ts'
import LoginPage from './login-page.tsx'
import RegisterPage from './register-page.tsx'
import SetupPage from '#web/site/sign-in/links/setup-page.tsx'

// The router's props are not under test, except whether the link is valid.
const given = { loaderData: { isOver: false }, params: { token: 'a' } } as unknown as Parameters<
  typeof SetupPage
>[0] &
  Parameters<typeof RegisterPage>[0]
const pages = {
  LoginPage,
  RegisterPage: () => createElement(RegisterPage, given),
  SetupPage: () => createElement(SetupPage, given),
} as unknown as Record<string, () => ReactNode>

test.each(Object.keys(pages))(
  "%s is rendered as a POST form that can't be submitted before hydration",
  (name) => {
    const Stub = createRoutesStub([{ path: '/', Component: pages[name] ?? (() => null) }])
    const html = renderToString(createElement(LanguageContext, { value: 'en' }, createElement(Stub)))
    expect(html).toMatch(/<form[^>]* method="post"/)
    const submits = html.match(/<button[^>]*type="submit"[^>]*>/g) ?? []
    expect(submits).toHaveLength(1)
    for (const submit of submits) expect(submit).toContain(' disabled=""')
    expect(html).toContain('<noscript>')
  },
)
