import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Stepper } from '#web/ui/page/stepper.tsx'
import { Switch } from './switch.tsx'
import { TabLinks, Tabs } from '#web/ui/page/tabs.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

test('a switch responds to Space, exposes its state, and is part of its form', async () => {
  takeAway = await showPart(
    <form>
      <Switch name="letters" label="Letters" hint="At most one a day" />
    </form>,
  )
  const letters = page.getByRole('switch', { name: 'Letters' })
  await expect.element(letters).not.toBeChecked()
  await expect.element(letters).toHaveAccessibleDescription('At most one a day')
  await userEvent.keyboard('{Tab} ')
  await expect.element(letters).toBeChecked()
  expect(new FormData(document.forms[0]).get('letters')).toBe('on')
  await page.getByText('Letters').click()
  await expect.element(letters).not.toBeChecked()
})

test('arrow keys go through a radio group and skip disabled options', async () => {
  takeAway = await showPart(
    <form>
      <RadioGroup
        name="way"
        label="Way to pay"
        initial="crypto"
        choices={[
          { value: 'crypto', label: 'Crypto' },
          { value: 'card', label: 'Card', note: 'Not available', isDisabled: true },
          { value: 'bank', label: 'Bank' },
        ]}
        error="Choose a way"
      />
    </form>,
  )
  const group = page.getByRole('group', { name: 'Way to pay' })
  await expect.element(group).toHaveAccessibleDescription('Choose a way')
  await userEvent.keyboard('{Tab}{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Bank' })).toHaveFocus()
  expect(new FormData(document.forms[0]).get('way')).toBe('bank')
})

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September']

function Months() {
  const [value, setValue] = useState('September')
  const options = months.map((month) => ({ value: month, label: month }))
  return (
    <>
      <FilterButtons label="Month" options={options} value={value} onChange={setValue} />
      <button onClick={() => setValue('January')}>Back to the first</button>
    </>
  )
}

test('the selected filter of a scrolling line is visible, however it was selected', async () => {
  await page.viewport(390, 700)
  takeAway = await showPart(<Months />)
  const filter = (name: string) => page.getByRole('button', { name, exact: true })
  await expect.element(filter('September')).toBeInViewport({ ratio: 0.9 })
  await expect.element(filter('January')).not.toBeInViewport()
  await filter('Back to the first').click()
  await expect.element(filter('January')).toBeInViewport({ ratio: 0.9 })
  await page.viewport(1280, 800)
})

function Account() {
  const [value, setValue] = useState('profile')
  const tabs = ['profile', 'security', 'api'].map((name) => ({
    value: name,
    label: name,
    content: `What is in ${name}`,
  }))
  return <Tabs label="Account" tabs={tabs} value={value} onChange={setValue} />
}

test('arrow keys, Home and End go from tab to tab, Enter opens, and Tab moves into the panel', async () => {
  takeAway = await showPart(<Account />)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('profile')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Tab}{ArrowRight}')
  await expect.element(tab('security')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('What is in security')
  await userEvent.keyboard('{End}')
  await expect.element(tab('api')).toHaveFocus()
  await userEvent.keyboard('{Home}{Enter}{Tab}')
  await expect.element(page.getByRole('tabpanel', { name: 'profile' })).toHaveFocus()
})

test('tabs with URLs are one tab stop, and arrow keys, Home and End go through them', async () => {
  const tabs = ['profile', 'security', 'api'].map((name) => ({ to: `/${name}`, label: name }))
  takeAway = await showPart(
    <TabLinks label="Account" tabs={tabs} current="/security">
      What is in security
    </TabLinks>,
  )
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('security')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Tab}')
  await expect.element(tab('security')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tab('profile')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab('api')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.element(tab('api')).toHaveFocus()
  const pressed: string[] = []
  const note = (event: MouseEvent) => pressed.push((event.target as HTMLElement).textContent) // a link
  document.addEventListener('click', note, { once: true })
  await userEvent.keyboard(' ')
  expect(pressed).toEqual(['api'])
  await userEvent.keyboard('{Home}{End}{Tab}')
  await expect.element(page.getByRole('tabpanel', { name: 'security' })).toHaveFocus()
})

test('a stepper shows the current step, and links back to completed ones', async () => {
  const back: string[] = []
  const steps = ['Provider', 'Services', 'Check'].map((label) => ({ key: label, label }))
  takeAway = await showPart(
    <Stepper label="Import" steps={steps} current="Services" onBack={(key) => back.push(key)} />,
  )
  await expect.element(page.getByText('Step 2 of 3: Services')).toBeInTheDocument()
  const current = page.getByRole('listitem').filter({ hasText: 'Services' })
  await expect.element(current).toHaveAttribute('aria-current', 'step')
  expect(page.getByRole('button').elements()).toHaveLength(1)
  await userEvent.keyboard('{Tab}{Enter}')
  expect(back).toEqual(['Provider'])
})
