/** Mails about passwords and accounts, in the person's language, else in that of their stores or of the chain. */
import type { Language } from '@endcap/contract/vocabulary'
import type { Db } from '../../platform/db/schema.ts'
import { defaultLocale } from '../accounts/account-rows.ts'
import { languageOfLocale } from '../notifications/compose.ts'
import type { AccountRow } from '../accounts/account-rows.ts'

/** Where a link leads in the console. Behind the `#`: browsers do not send it, so that no log of a proxy has it. */
export const linkPath = (link: string): string => `/#/password?link=${link}`

type Kind = 'invited' | 'link' | 'code' | 'changed' | 'exists' | 'temporary'
interface Letter {
  subject: string
  text: string
}

/** `{{secret}}`: a link, a code or a password; `{{console}}`: the address of the console, where it is known. */
const letters: Record<Language, Record<Kind, Letter>> = {
  en_US: {
    invited: {
      subject: 'You are invited to Endcap',
      text: 'An account was made for you. To choose your password and sign in, open this link within 7 days; it is good once:\n\n{{secret}}\n\nYour e-mail address is your name for signing in. If you did not expect this, you need not do anything.',
    },
    link: {
      subject: 'Choose a new Endcap password',
      text: 'A new password was asked for this account. To choose one, open this link within 30 minutes; it is good once:\n\n{{secret}}\n\nUntil then nothing changes: your password goes on working. If you did not ask for this, you need not do anything.',
    },
    code: {
      subject: 'Choose a new Endcap password',
      text: 'A new password was asked for this account. To choose one, open your Endcap console within 30 minutes, choose “Forgot password?” and “I have a code”, and enter this code; it is good once:\n\n{{secret}}\n\nUntil then nothing changes: your password goes on working. If you did not ask for this, you need not do anything.',
    },
    changed: {
      subject: 'Your Endcap password was changed',
      text: 'A new password was chosen with the link that was mailed to you. All sessions and API tokens of your account have ended.\n\nIf this was not you, ask for a new password at once and tell your administrator.',
    },
    exists: {
      subject: 'You have an Endcap account already',
      text: 'An account was asked for with this e-mail address, and there is one already. Nothing has changed.\n\nIf you have forgotten the password, choose “Forgot password?” on the sign-in page. If you did not ask for an account, you need not do anything.\n\n{{console}}',
    },
    temporary: {
      subject: 'Your temporary Endcap password',
      text: 'An administrator has issued a new password for you.\n\nYour temporary password: {{secret}}\n\nIt is good for 24 hours. You will be asked to choose a new one when you sign in.',
    },
  },
  ja_JP: {
    invited: {
      subject: 'Endcapへの招待',
      text: 'あなたのアカウントが作成されました。7日以内に次のリンクを開き、パスワードを設定してサインインしてください。リンクは一度だけ使えます。\n\n{{secret}}\n\nサインインにはこのメールアドレスを使います。お心当たりがない場合は、何もする必要はありません。',
    },
    link: {
      subject: 'Endcapの新しいパスワードの設定',
      text: 'このアカウントのパスワード再設定の申請を受け付けました。30分以内に次のリンクを開き、新しいパスワードを設定してください。リンクは一度だけ使えます。\n\n{{secret}}\n\n設定が済むまで、現在のパスワードはそのまま使えます。お心当たりがない場合は、何もする必要はありません。',
    },
    code: {
      subject: 'Endcapの新しいパスワードの設定',
      text: 'このアカウントのパスワード再設定の申請を受け付けました。30分以内にEndcapのサインイン画面を開き、「パスワードをお忘れですか」から「コードを入力する」を選んで、次のコードを入力してください。コードは一度だけ使えます。\n\n{{secret}}\n\n設定が済むまで、現在のパスワードはそのまま使えます。お心当たりがない場合は、何もする必要はありません。',
    },
    changed: {
      subject: 'Endcapのパスワードが変更されました',
      text: 'メールでお送りしたリンクから新しいパスワードが設定されました。アカウントのすべてのセッションとAPIトークンは終了しました。\n\nお心当たりがない場合は、すぐにパスワードを再設定し、管理者に連絡してください。',
    },
    exists: {
      subject: 'Endcapのアカウントはすでに登録されています',
      text: 'このメールアドレスでアカウントの申請がありましたが、すでにアカウントが登録されています。変更はありません。\n\nパスワードをお忘れの場合は、サインイン画面の「パスワードをお忘れですか」をご利用ください。お心当たりがない場合は、何もする必要はありません。\n\n{{console}}',
    },
    temporary: {
      subject: 'Endcapの仮パスワード',
      text: '管理者が新しいパスワードを発行しました。\n\n仮パスワード: {{secret}}\n\n24時間有効です。サインイン後に新しいパスワードを設定してください。',
    },
  },
  ko_KR: {
    invited: {
      subject: 'Endcap 초대',
      text: '회원님의 계정이 만들어졌습니다. 7일 안에 아래 링크를 열어 비밀번호를 정하고 로그인하세요. 링크는 한 번만 사용할 수 있습니다.\n\n{{secret}}\n\n로그인할 때 이 이메일 주소를 사용합니다. 예상하지 못한 메일이라면 아무것도 하실 필요가 없습니다.',
    },
    link: {
      subject: 'Endcap 새 비밀번호 설정',
      text: '이 계정의 비밀번호 재설정 요청을 받았습니다. 30분 안에 아래 링크를 열어 새 비밀번호를 설정하세요. 링크는 한 번만 사용할 수 있습니다.\n\n{{secret}}\n\n설정하기 전까지는 현재 비밀번호를 그대로 사용할 수 있습니다. 요청하지 않으셨다면 아무것도 하실 필요가 없습니다.',
    },
    code: {
      subject: 'Endcap 새 비밀번호 설정',
      text: '이 계정의 비밀번호 재설정 요청을 받았습니다. 30분 안에 Endcap 로그인 화면에서 “비밀번호를 잊으셨나요?”와 “코드 입력”을 차례로 선택하고 아래 코드를 입력하세요. 코드는 한 번만 사용할 수 있습니다.\n\n{{secret}}\n\n설정하기 전까지는 현재 비밀번호를 그대로 사용할 수 있습니다. 요청하지 않으셨다면 아무것도 하실 필요가 없습니다.',
    },
    changed: {
      subject: 'Endcap 비밀번호가 변경되었습니다',
      text: '메일로 보내드린 링크에서 새 비밀번호가 설정되었습니다. 계정의 모든 세션과 API 토큰이 종료되었습니다.\n\n본인이 아니라면 즉시 비밀번호를 다시 설정하고 관리자에게 알려 주세요.',
    },
    exists: {
      subject: '이미 Endcap 계정이 있습니다',
      text: '이 이메일 주소로 계정 신청이 있었지만 이미 등록된 계정이 있습니다. 변경된 내용은 없습니다.\n\n비밀번호를 잊으셨다면 로그인 화면에서 “비밀번호를 잊으셨나요?”를 선택하세요. 신청하지 않으셨다면 아무것도 하실 필요가 없습니다.\n\n{{console}}',
    },
    temporary: {
      subject: 'Endcap 임시 비밀번호',
      text: '관리자가 새 비밀번호를 발급했습니다.\n\n임시 비밀번호: {{secret}}\n\n24시간 동안 유효합니다. 로그인하면 새 비밀번호를 설정하게 됩니다.',
    },
  },
}

async function letter(db: Db, account: AccountRow, kind: Kind, filled: { secret?: string; console?: string | undefined } = {}) {
  const { subject, text } = letters[account.language ?? languageOfLocale(await defaultLocale(db, account.stores))][kind]
  const body = text.replace('{{secret}}', () => filled.secret ?? '').replace('{{console}}', () => filled.console ?? '')
  return { to: account.email, subject, text: body.trim() }
}

interface Filled {
  account: AccountRow
  publicUrl: string | undefined
}
/**
 * The address of the console is the one of ENDCAP_PUBLIC_URL alone: what a request says of the host is the word of a stranger, and a link to a
 * host of theirs would hand them the account. Where it is not set the mail has a code instead, to be entered in the console.
 */
export const passwordLinkMail = (db: Db, { account, link, publicUrl }: Filled & { link: string }) =>
  publicUrl === undefined
    ? letter(db, account, 'code', { secret: link })
    : letter(db, account, 'link', { secret: publicUrl.replace(/\/+$/, '') + linkPath(link) })

/** An invitation; it is mailed only where the address of the console is known. */
export const invitationMail = (db: Db, { account, link, publicUrl = '' }: Filled & { link: string }) =>
  letter(db, account, 'invited', { secret: publicUrl.replace(/\/+$/, '') + linkPath(link) })

export const passwordChangedMail = (db: Db, account: AccountRow) => letter(db, account, 'changed')
export const accountExistsMail = (db: Db, { account, publicUrl }: Filled) => letter(db, account, 'exists', { console: publicUrl })
export const temporaryPasswordMail = (db: Db, account: AccountRow, password: string) =>
  letter(db, account, 'temporary', { secret: password })
