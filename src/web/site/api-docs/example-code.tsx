import { type ExampleLanguage, exampleLanguages } from '#contract/site/example-code.ts'

import { CodeBlock } from './code-block.tsx'

const idOf = { curl: 'in-curl', JavaScript: 'in-javascript', Python: 'in-python', PHP: 'in-php' } as const

/** Spelled out: Tailwind generates styles only for complete class names. */
const shownIn: Record<ExampleLanguage, string> = {
  curl: 'group-has-[#in-curl:not(:checked)]/examples:hidden',
  JavaScript: 'group-has-[#in-javascript:not(:checked)]/examples:hidden',
  Python: 'group-has-[#in-python:not(:checked)]/examples:hidden',
  PHP: 'group-has-[#in-php:not(:checked)]/examples:hidden',
}

/** Selects the language of every example on the page, without a script. Must be in the same `group/examples`. */
export function ExampleLanguages({ label }: { label: string }) {
  return (
    <fieldset className="sticky top-18 z-20 compact:top-14 m-0 min-w-0 border-0 border-b border-line bg-canvas p-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center overflow-x-auto">
        <span aria-hidden className="shrink-0 pe-2 text-14 text-ink-3">
          {label}
        </span>
        {exampleLanguages.map((language) => (
          <label
            key={language}
            className="relative flex min-h-11 shrink-0 cursor-pointer items-center border-b-2 border-transparent px-3 text-14 font-semibold text-ink-2 hover:text-ink has-checked:border-petrol has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-petrol"
          >
            <input
              id={idOf[language]}
              type="radio"
              name="example-language"
              value={language}
              defaultChecked={language === exampleLanguages[0]}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {language}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The same example in each language; only the selected one is visible. */
export function ExampleCode({ codeOf }: { codeOf: (language: ExampleLanguage) => string }) {
  return exampleLanguages.map((language) => (
    <div key={language} className={shownIn[language]}>
      <CodeBlock>{codeOf(language).trim()}</CodeBlock>
    </div>
  ))
}
