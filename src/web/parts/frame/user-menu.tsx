import { isLanguage, languageNames, languages } from '#contract/base/languages.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { switchLanguage } from '#web/platform/language/switch-language.ts'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import type { SessionUser } from '#web/platform/session/stored-session.ts'
import { setTheme, type Theme, useTheme } from '#web/ui/page/theme.ts'
import { Menu, MenuAction, MenuChoice, MenuLink, MenuRule } from '#web/ui/dialog/menu.tsx'
import type { FrameEntry } from './frame-menu.ts'
import { UserButton } from './user-button.tsx'

type UserMenuProps = { user: SessionUser; entries: readonly FrameEntry[]; onLogout: () => void }

/** The signed-in user, their pages, the theme and the logout; initially open. */
export default function UserMenu({ user, entries, onLogout }: UserMenuProps) {
  const t = useText(frameText)
  const theme = useTheme()
  const language = useLanguage()
  return (
    <Menu trigger={<UserButton name={user.name} />} isOpenAtFirst>
      <div className="max-w-72 px-3 py-2">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-13 text-ink-3">{user.email}</p>
      </div>
      <MenuRule />
      {entries.map(({ to, label }) => (
        <MenuLink key={to} to={to}>
          {label}
        </MenuLink>
      ))}
      <MenuChoice
        label={t('theme')}
        value={theme}
        // The values are the options below.
        onChange={(value) => setTheme(value as Theme)}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <MenuChoice
        label={t('language')}
        value={language}
        onChange={(value) => isLanguage(value) && void switchLanguage(value)}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <MenuRule />
      <MenuAction onPress={onLogout}>{t('logout')}</MenuAction>
    </Menu>
  )
}
