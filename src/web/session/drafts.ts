import { useState } from 'react'

const prefix = 'draft:'
type Values = Readonly<Record<string, string>>

/**
 * Keeps what is typed in every `<form data-draft="name">` of the page until it is opened again in this tab: for the
 * moment in which a session ends under somebody's hands. Passwords and files are never kept.
 */
export function saveDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const secret = new Set(
      [...form.querySelectorAll<HTMLInputElement>('input[type=password]')].map(({ name }) => name),
    )
    const values = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !secret.has(entry[0]),
    )
    sessionStorage.setItem(prefix + (form.dataset.draft ?? ''), JSON.stringify(Object.fromEntries(values)))
  }
}

/** What was kept for this form, once: it is gone from the store when the form has shown it. */
export function useDraft(name: string): Values {
  const [values] = useState(() => takeDraft(name))
  return values
}

function takeDraft(name: string): Values {
  if (typeof sessionStorage === 'undefined') return {}
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return {}
  // StrictMode runs initialisers twice: the entry goes after this turn, not in it.
  setTimeout(() => sessionStorage.removeItem(prefix + name))
  try {
    return JSON.parse(text) as Values // written by saveDrafts alone
  } catch {
    return {}
  }
}
