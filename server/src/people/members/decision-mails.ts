/** Mails to who has signed up: that they may come in now, or that they may not. */
import type { Language } from '@endcap/contract/vocabulary'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { queueMails } from '../mail/outbox.ts'
import { languageOfLocale } from '../notifications/compose.ts'
import type { AccountRow } from '../accounts/account-rows.ts'
import { defaultLocale } from '../accounts/account-rows.ts'

export type Decision = 'approved' | 'refused'

/** `{{name}}`, `{{link}}`: the name of the account, and where the console is; a line with a link that is not known is left out. */
const texts: Record<Language, Record<Decision, { subject: string; text: string }>> = {
  en_US: {
    approved: {
      subject: 'Your Endcap account is approved',
      text: 'Hello {{name}},\n\nyour account has been approved. You can sign in now with your e-mail address.\n\n{{link}}',
    },
    refused: {
      subject: 'Your Endcap account was not approved',
      text: 'Hello {{name}},\n\nyour request for an account was declined, and what you entered has been removed. If you think this is a mistake, ask your administrator.',
    },
  },
  ja_JP: {
    approved: {
      subject: 'Endcapのアカウントが承認されました',
      text: '{{name}} 様\n\nアカウントが承認されました。ご登録のメールアドレスでサインインできます。\n\n{{link}}',
    },
    refused: {
      subject: 'Endcapのアカウントは承認されませんでした',
      text: '{{name}} 様\n\nアカウントの申請は承認されず、ご入力いただいた情報は削除されました。お心当たりがない場合や誤りと思われる場合は、管理者にお問い合わせください。',
    },
  },
  ko_KR: {
    approved: {
      subject: 'Endcap 계정이 승인되었습니다',
      text: '{{name}} 님\n\n계정이 승인되었습니다. 이제 등록하신 이메일 주소로 로그인할 수 있습니다.\n\n{{link}}',
    },
    refused: {
      subject: 'Endcap 계정이 승인되지 않았습니다',
      text: '{{name}} 님\n\n계정 신청이 승인되지 않아 입력하신 정보가 삭제되었습니다. 착오라고 생각되시면 관리자에게 문의해 주세요.',
    },
  },
}

/**
 * Queues the mail, in the person's language, else in that of their stores or of the chain. It goes out later: a mail server that is away
 * holds nothing up. Without mail settings there is none, as what it says is on the screen at the next sign-in.
 */
export async function mailDecision({ mailer, config, clock }: Context, tx: Db, account: AccountRow, decision: Decision): Promise<void> {
  if (!mailer.enabled) return
  const { subject, text } = texts[account.language ?? languageOfLocale(await defaultLocale(tx, account.stores))][decision]
  // A name is the account's own words: one line, and not a mail of its own.
  const name = account.name.replaceAll(/\s+/g, ' ')
  const filled = text
    .replace('{{name}}', () => name)
    .replace('{{link}}', config.publicUrl ?? '')
    .trim()
  await queueMails(tx, [{ to: account.email, subject, text: filled }], clock.now())
}
