import type { Locator, Page } from '@playwright/test'

import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { type JourneyProduct, startProduct } from './start-product.ts'
import { tellOfFailure } from './tell-of-failure.ts'

// An operator's own empty product: the provider, the gateway and the mailbox are those of the journeys.

const own = test.extend<{ ownProduct: JourneyProduct }>({
  ownProduct: [
    async ({ sandbox, browser }, use, testInfo) => {
      const product = await startProduct({ CRYPTOMUS_URL: sandbox.gateway.url })
      await use(product)
      // Before the product stops, while its pages still work.
      await tellOfFailure(testInfo, browser.contexts())
      await Promise.all(browser.contexts().map((context) => context.close()))
      await product.stop()
    },
    { timeout: 200_000 },
  ],
})

own(
  'from the setup link to the first sale: provider, import, gateway, mail, limits and name, each tried',
  async ({ browser, sandbox, ownProduct: product }) => {
    test.setTimeout(240_000)
    const page = await (await browser.newContext({ baseURL: product.url })).newPage()
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    const go = async (name: string) => {
      await goInside(page, '/admin/dashboard')
      await step(name).getByRole('link', { name: 'Set Up' }).click()
    }
    const save = async (within: Page | Locator = page) => {
      await within.getByRole('button', { name: 'Save changes' }).click()
      // The previous part's toast may still be visible.
      await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
      await expect(
        page.getByText('Saved. Changes appear on every page within a second.').first(),
      ).toBeVisible()
    }

    page.setDefaultTimeout(30_000)
    // A busy machine may shed the first request of a product that has just started.
    await expect(async () => {
      expect((await page.goto(product.setUp ?? ''))?.status()).toBe(200)
    }).toPass()
    await page.getByLabel('Name').fill('Linh')
    await page.getByLabel('Email').fill('linh@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm password').fill('a long password')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.getByText('0 of 7 done')).toBeVisible()

    await go('Connect a provider')
    await page.getByRole('button', { name: 'Add Provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Provider' })
    await dialog.getByLabel('Name', { exact: true }).fill('First Panel')
    await dialog.getByLabel('API address').fill(`${sandbox.provider.url}/api/v2`)
    await dialog.getByLabel('API key', { exact: true }).fill(sandbox.provider.key)
    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(dialog.getByText('The key is accepted.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'First Panel', level: 1 })).toBeVisible()

    await go('Import services')
    await page.getByLabel('Provider', { exact: true }).selectOption('First Panel')
    await page.getByRole('button', { name: 'Fetch Services' }).click()
    await expect(
      page.getByRole('list', { name: "Provider's services" }).getByRole('listitem').first(),
    ).toContainText('New')
    await page.getByRole('checkbox', { name: /^Select All \d+ Services$/ }).click()
    await expect(page.getByText(/^\d+ services selected$/)).toBeVisible()
    await page.getByRole('button', { name: 'Import Selected' }).click()
    await expect(page.getByRole('heading', { name: 'Imported from First Panel' })).toBeVisible({
      timeout: 60_000,
    })

    await go('Connect a payment gateway')
    await page.getByRole('link', { name: 'Cryptomus (USDT bep20)' }).click()
    await page.getByLabel('Merchant id').fill(sandbox.gateway.merchant)
    await page.getByLabel('Payment key').fill(sandbox.gateway.key)
    // A method with its own texts and terms has another form of the page.
    await save(page.locator('form', { has: page.getByLabel('Merchant id') }))

    await go('Set up email')
    await page.getByRole('switch').check()
    await page.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
    await page.getByLabel('Port').fill(String(sandbox.mailbox.smtpPort))
    await page.getByLabel('Encryption').selectOption('None (unencrypted)')
    await page.getByRole('textbox', { name: 'Sender' }).fill('hello@first.example')
    await save()

    await go('Name your shop')
    await page.getByLabel('Name', { exact: true }).fill('First & Own')
    await save()
    await go('Add contact details')
    await page.getByLabel('Email for customers').fill('help@first.example')
    await save()

    await goInside(page, '/admin/dashboard')
    await step('Check deposit limits').getByRole('button', { name: 'Keep as Is' }).click()
    await page.getByText(/7 of 7 done/).click()
    // True at any time: each is tried once more.
    await step('Connect a provider').getByRole('button', { name: 'Test' }).click()
    await step('Set up email').getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText('Email sent to linh@example.com')).toBeVisible({ timeout: 30_000 })
    await step('Import services').getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText(/^\d+ services for sale$/)).toBeVisible()

    // The first sale, by a customer who knows nothing of this.
    const shop = await (await browser.newContext({ baseURL: product.url })).newPage()
    shop.setDefaultTimeout(30_000)
    await shop.goto('/register')
    await expect(shop.getByText('First&Own').first()).toBeVisible()
    await shop.getByLabel('Name').fill('Anna')
    await shop.getByLabel('Email').fill('anna@example.com')
    await shop.getByLabel('Password', { exact: true }).fill('a long password')
    await shop.getByLabel('Confirm password').fill('a long password')
    await shop.getByRole('checkbox', { name: /^I agree/ }).check()
    await shop.getByRole('button', { name: 'Register' }).click()
    await expect(shop).toHaveURL(/\/dashboard$/)
    await goInside(shop, '/add-funds')
    await shop.getByRole('textbox', { name: 'Amount' }).fill('20')
    await shop.getByRole('button', { name: /^Pay/ }).click()
    await shop.locator('button.main').click()
    await expect(shop.getByRole('heading', { name: 'Thank You!' })).toBeVisible({ timeout: 30_000 })

    const token: string = JSON.parse(
      (await shop.evaluate(() => localStorage.getItem('session'))) ?? '{}',
    ).token
    const services: { id: number; type: string; min: number; rate: number; platform: string }[] = await (
      await fetch(`${product.url}/api/services`)
    ).json()
    const cheap = services.find(({ type, platform }) => type === 'Default' && platform === 'Instagram')
    await goInside(shop, `/new-order?service=${cheap?.id}`)
    await shop.getByLabel('Link').fill('https://www.instagram.com/first.own')
    await shop.getByRole('button', { name: /^Place Order/ }).click()
    await expect(shop.getByRole('link', { name: 'View Order Details' })).toBeVisible()
    const orders = async () => {
      const answer = await fetch(`${product.url}/api/orders`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { orders: own } = (await answer.json()) as { orders: { status: string }[] } // the contract's shape
      return own.map(({ status }) => status)
    }
    await expect.poll(orders, { timeout: 60_000 }).toEqual(['COMPLETED'])

    // Its figures are up to a minute old for the first viewer, and refreshed in the background.
    await expect(async () => {
      await goInside(page, '/admin/dashboard')
      await expect(page.getByText('1 completed')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText('Ledger balanced, checked')).toBeVisible()
  },
)
