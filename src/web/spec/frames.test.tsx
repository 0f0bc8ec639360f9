import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listNotifications, notification } from '#contract/messaging/notifications.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { bootScript } from '#web/app/document/boot-script.ts'
import { like, ownConfig } from '#web/testing/answer-calls.ts'
import { expectScreens, expectShown, openHere, press } from '#web/testing/expect-screens.ts'

const news = Array.from({ length: 7 }, (_, index) =>
  like(notification, { id: 90 - index, type: 'other', code: 'note', details: { text: `News ${index + 1}` } }),
)

expectScreens([
  {
    name: 'Sidebar',
    at: '/profile',
    viewer: 'customer',
    shows: {
      heading: ['Main', 'Orders', 'Account'],
      link: [
        'Dashboard',
        /^New Order/,
        'Order History',
        'Services',
        'Add Funds',
        'Transactions',
        'Support',
        'Settings',
      ],
      button: ['Logout'],
    },
  },
  {
    name: 'Sidebar of an admin',
    at: '/profile',
    viewer: 'staff',
    shows: { heading: ['Main', 'Orders', 'Account', 'Administration'], link: ['Admin Panel'] },
  },
  {
    name: 'User menu',
    at: '/profile',
    viewer: 'customer',
    first: () => press('button', 'Account of Linh'),
    shows: { menuitem: ['My Profile', 'Account Settings', 'Logout'] },
  },
  {
    name: 'Notification bell',
    at: '/profile',
    viewer: 'customer',
    answers: [[listNotifications, news]],
    first: () => press('button', /^Notifications/),
    shows: { button: ['Mark all as read'], text: [/News 1$/] },
  },
  {
    name: 'Notification bell, empty',
    at: '/profile',
    viewer: 'customer',
    first: () => press('button', /^Notifications/),
    shows: { text: ['No notifications'] },
  },
  {
    name: 'Admin sidebar',
    at: '/admin/settings',
    viewer: 'staff',
    shows: {
      heading: ['Management', 'Settings'],
      link: [
        'Dashboard',
        'Users',
        'Services',
        'Transactions',
        'Orders',
        'System Settings',
        'API Settings',
        'View Site',
        'Back to User Panel',
      ],
      button: ['Logout'],
      text: ['Admin Panel'],
    },
  },
  {
    name: 'Admin user menu',
    at: '/admin/settings',
    viewer: 'staff',
    first: () => press('button', 'Account of Anna'),
    shows: { menuitem: ['My Profile', 'Admin Settings', 'User Dashboard', 'Logout'] },
  },
])

test('the menu of the administration is in the order of the specification', async () => {
  await openHere({ at: '/admin/settings', viewer: 'staff' })
  await expectShown({ link: ['View Site'] })
  const lines = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').elements()
  const written = [
    'Dashboard',
    'Users',
    'Services',
    'Transactions',
    'Orders',
    'System Settings',
    'API Settings',
    'View Site',
  ]
  expect(lines.map(({ textContent }) => textContent).filter((line) => written.includes(line))).toEqual(
    written,
  )
})

test('on a list the help has the shortcuts of lists', async () => {
  await openHere({ at: '/admin/users', viewer: 'staff' })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('?')
  const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  for (const what of ['Search in this list', 'Next row of a list', 'Select the row', 'Open the row'])
    await expect.element(help.getByText(what)).toBeVisible()
})

test("a logo that doesn't load is replaced by the name", async () => {
  const script = document.createElement('script')
  script.textContent = bootScript
  document.head.append(script)
  const logo = { url: '/nowhere.png', width: 64, height: 32 }
  await openHere({ at: '/contact', answers: [[getConfig, { ...ownConfig, logo }]] })
  await expectShown({ link: ['Tally&Reach'] })
  await expect.poll(() => page.getByRole('img', { name: 'Tally & Reach' }).elements()).toEqual([])
})

test('a language chosen by a link is stored for the user who chose it', async () => {
  await openHere({ at: '/contact', viewer: 'customer' })
  await expectShown({ heading: ['Contact Us'] })
  const script = document.createElement('script')
  script.textContent = bootScript
  document.head.append(script)
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  document.querySelector<HTMLElement>('a[hreflang=vi]')?.click()
  expect(localStorage.getItem('chosenLanguage')).toBe('vi:7')
})
