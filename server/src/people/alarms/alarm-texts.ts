/**
 * What alarms say in Japanese and Korean unless an administrator changed it, and the few words that fill their blanks: for mails, and for the way
 * back to the default texts. English is in the contract (`alarmKinds`); the console says the same (alarm-texts.unit.test.ts).
 */
import { alarmKinds, alarmTypes, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { AlarmText } from '@endcap/contract/alarms'
import type { Language } from '@endcap/contract/vocabulary'

type Texts = Record<AlarmType, readonly [title: string, detail: string]>
const japanese: Texts = {
  'SERVER STATUS ABNORMAL': ['サーバー {{name}} が正常に動作していません', '内容：{{conditions}}'],
  'DISK USAGE ABNORMAL': ['{{name}} のディスク容量が残りわずかです', '使用率 {{percent}} %'],
  'MEMORY USAGE ABNORMAL': ['{{name}} のメモリが残りわずかです', '使用率 {{percent}} %'],
  'GW STATUS ABNORMAL': ['ゲートウェイ {{gwMac}} が正常に動作していません', '内容：{{conditions}}'],
  'GW TIME SYNC ABNORMAL': ['ゲートウェイ {{gwMac}} の時刻がずれています', 'サーバーとの差は {{seconds}} 秒です。'],
  'SEND TO GW FAILURE': ['ゲートウェイ {{gwMac}} が送信データを受け付けませんでした', 'タグ {{tags}} 枚が失敗：{{reason}}'],
  'UPDATE FAILURE': ['タスク {{taskId}} で更新に失敗したタグがあります', '{{total}} 枚中 {{failed}} 枚を更新できませんでした。'],
  'ACCOUNT LOCKED': ['アカウント {{email}} がロックされました', 'ログインに繰り返し失敗しました。最後の接続元：{{ip}}'],
  'API PERMISSION DENIED': [
    '{{email}} が権限のない操作を繰り返しています',
    '{{denied}} 回拒否しました。最後の呼び出し：{{call}}（接続元 {{ip}}）',
  ],
  'SEND E-MAIL FAILURE': ['{{recipient}} へのメールを送信できませんでした', 'メールサーバーの応答：{{reason}}'],
  'INVALID STORE CODE': ['店舗 {{storeCode}} は存在しません', '{{source}} で指定されています。'],
  'INVALID GRM': ['ゲートウェイ {{gwMac}} の無線ソフトウェアが不正です', '報告された GRM バージョン：「{{grmVersion}}」'],
  'PARSER EXCEPTION': ['パーサースクリプトでエラーが発生しました', 'ファイル {{file}}、スクリプト {{line}} 行目：{{reason}}'],
  'DECORATOR EXCEPTION': ['デコレータースクリプトでエラーが発生しました', '商品 {{prCode}}、スクリプト {{line}} 行目：{{reason}}'],
  'TAG STATUS CHECK TIME OUT': [
    'タグの状態確認が時間内に終わりませんでした',
    '時間内に応答なし：タグ {{tags}}枚、ゲートウェイ {{gateways}}台',
  ],
  'FILE DOWNLOAD TASK FAILURE': ['ダウンロード用のファイルを作成できませんでした', '{{detail}}'],
  'STATS TASK FAILURE': ['レポートを作成できませんでした', '{{task}}：{{reason}}'],
  'DISPLAY STATUS ABNORMAL': ['ディスプレイ {{name}} が応答していません', 'アドレス {{mac}}：{{conditions}}'],
  'DISPLAY CONTENT ABNORMAL': ['ディスプレイ {{name}} に表示できないものがあります', 'アドレス {{mac}}：{{conditions}}'],
  'DUPLICATE DISPLAY ADDRESS': [
    '別のディスプレイが {{name}} を名乗っています',
    '接続元 {{ip}} からアドレス {{mac}} で登録が試みられました。機器を交換した場合は、再ペアリングしてください。',
  ],
}
const korean: Texts = {
  'SERVER STATUS ABNORMAL': ['서버 {{name}}이(가) 정상적으로 동작하지 않습니다', '내용: {{conditions}}'],
  'DISK USAGE ABNORMAL': ['{{name}}의 디스크 공간이 거의 찼습니다', '사용률 {{percent}} %'],
  'MEMORY USAGE ABNORMAL': ['{{name}}의 메모리가 거의 찼습니다', '사용률 {{percent}} %'],
  'GW STATUS ABNORMAL': ['게이트웨이 {{gwMac}}이(가) 정상적으로 동작하지 않습니다', '내용: {{conditions}}'],
  'GW TIME SYNC ABNORMAL': ['게이트웨이 {{gwMac}}의 시계가 맞지 않습니다', '서버와 {{seconds}}초 차이가 납니다.'],
  'SEND TO GW FAILURE': ['게이트웨이 {{gwMac}}이(가) 전송 데이터를 받지 않았습니다', '태그 {{tags}}개 실패: {{reason}}'],
  'UPDATE FAILURE': ['작업 {{taskId}}에서 업데이트하지 못한 태그가 있습니다', '{{total}}개 중 {{failed}}개를 업데이트하지 못했습니다.'],
  'ACCOUNT LOCKED': ['계정 {{email}}이(가) 잠겼습니다', '로그인에 여러 번 실패했습니다. 마지막 접속 위치: {{ip}}'],
  'API PERMISSION DENIED': [
    '{{email}}이(가) 권한 없는 작업을 반복해서 요청하고 있습니다',
    '{{denied}}회 거부되었습니다. 마지막 호출: {{call}}, 접속 위치 {{ip}}',
  ],
  'SEND E-MAIL FAILURE': ['{{recipient}}에게 이메일을 보내지 못했습니다', '메일 서버 응답: {{reason}}'],
  'INVALID STORE CODE': ['매장 {{storeCode}}이(가) 존재하지 않습니다', '{{source}}에 지정되어 있습니다.'],
  'INVALID GRM': ['게이트웨이 {{gwMac}}의 무선 소프트웨어가 올바르지 않습니다', '보고된 GRM 버전: “{{grmVersion}}”'],
  'PARSER EXCEPTION': ['파서 스크립트에서 오류가 발생했습니다', '파일 {{file}}, 스크립트 {{line}}행: {{reason}}'],
  'DECORATOR EXCEPTION': ['데코레이터 스크립트에서 오류가 발생했습니다', '상품 {{prCode}}, 스크립트 {{line}}행: {{reason}}'],
  'TAG STATUS CHECK TIME OUT': [
    '태그 상태 확인이 제시간에 끝나지 않았습니다',
    '시간 내 응답 없음: 태그 {{tags}}개, 게이트웨이 {{gateways}}대',
  ],
  'FILE DOWNLOAD TASK FAILURE': ['다운로드할 파일을 만들지 못했습니다', '{{detail}}'],
  'STATS TASK FAILURE': ['보고서를 만들지 못했습니다', '{{task}}: {{reason}}'],
  'DISPLAY STATUS ABNORMAL': ['디스플레이 {{name}}이(가) 응답하지 않습니다', '주소 {{mac}}: {{conditions}}'],
  'DISPLAY CONTENT ABNORMAL': ['디스플레이 {{name}}에 표시할 수 없는 항목이 있습니다', '주소 {{mac}}: {{conditions}}'],
  'DUPLICATE DISPLAY ADDRESS': [
    '다른 디스플레이가 {{name}}(으)로 등록을 시도했습니다',
    '{{ip}}에서 주소 {{mac}}(으)로 등록을 시도했습니다. 기기를 교체했다면 다시 페어링하세요.',
  ],
}

/** The usual texts of a type, in each language. */
export function defaultTexts(type: AlarmType): Record<Language, AlarmText> {
  const { title, detail } = alarmKinds[type]
  const of = ([first, second]: Texts[AlarmType]) => ({ title: first, detail: second })
  return { en_US: { title, detail }, ja_JP: of(japanese[type]), ko_KR: of(korean[type]) }
}

/** Codes that stand in the data of alarms, as people say them; `{{name}}` is what follows a colon, such as in `service:grm`. */
export const codeWords: Record<Language, Record<string, string>> = {
  en_US: {
    offline: 'it is offline',
    silent: 'nothing was heard from it for long',
    service: 'the service {{name}} does not run',
    upLink: 'no line to the server',
    downLink: 'no line to its radio',
    state: 'its state is {{name}}',
    memory: 'memory',
    disk: 'disk',
    upgrade: 'its upgrade to {{name}} failed, and the roll-out stopped',
    refused: 'the gateway refused',
    'load-timeout': 'it did not load the upgrade in time',
    'not-back': 'it did not come back after its restart',
    'old-version': 'it came back with another version',
    'went-away': 'it went offline again',
    'restarts-again': 'it restarted once more',
    unwell: 'it came back, but does not work well',
    'image-failed': 'the image {{name}} cannot be shown',
    'video-failed': 'the film {{name}} cannot be played',
    'widget-failed': 'the widget {{name}} cannot be shown',
    'webpage-failed': 'the page {{name}} cannot be reached',
    'product-failed': 'the card of the product in place {{name}} is missing',
    'drawn-failed': 'the text, shape or code {{name}} (slide.object) is missing',
    'content-failed': 'the content {{name}} is missing',
    'screen-black': 'its screen is black',
    'screen-frozen': 'its screen stands still',
    'screen-wrong': 'its screen shows something else',
    'gateway-offline': 'Gateway offline',
    'gateway-refused': 'Gateway refused',
    abnorTagProduct: 'Daily report of abnormal tags and products',
  },
  ja_JP: {
    offline: 'オフライン',
    silent: '長時間応答なし',
    service: 'サービス {{name}} が停止中',
    upLink: 'サーバーとの接続なし',
    downLink: '無線部との接続なし',
    state: '状態 {{name}}',
    memory: 'メモリ',
    disk: 'ディスク',
    upgrade: '{{name}} へのアップグレードに失敗し、配信を停止しました',
    refused: 'ゲートウェイが拒否',
    'load-timeout': '時間内に読み込みが終わらず',
    'not-back': '再起動後に復帰せず',
    'old-version': '別のバージョンで復帰',
    'went-away': '再びオフライン',
    'restarts-again': 'もう一度再起動',
    unwell: '復帰したが正常に動作せず',
    'image-failed': '画像 {{name}} を表示できません',
    'video-failed': '動画 {{name}} を再生できません',
    'widget-failed': 'ウィジェット {{name}} を表示できません',
    'webpage-failed': 'ページ {{name}} に接続できません',
    'product-failed': '位置 {{name}} の商品カードがありません',
    'drawn-failed': 'テキスト、図形またはコード {{name}}（スライド.オブジェクト）がありません',
    'content-failed': 'コンテンツ {{name}} がありません',
    'screen-black': '画面が真っ黒です',
    'screen-frozen': '画面が止まっています',
    'screen-wrong': '画面に別の内容が表示されています',
    'gateway-offline': 'ゲートウェイがオフライン',
    'gateway-refused': 'ゲートウェイが拒否',
    abnorTagProduct: '異常なタグと商品の日次レポート',
  },
  ko_KR: {
    offline: '오프라인',
    silent: '오랫동안 응답 없음',
    service: '서비스 {{name}} 중지됨',
    upLink: '서버와 연결되지 않음',
    downLink: '무선부와 연결되지 않음',
    state: '상태 {{name}}',
    memory: '메모리',
    disk: '디스크',
    upgrade: '{{name}} 업그레이드에 실패하여 배포를 중지함',
    refused: '게이트웨이가 거부함',
    'load-timeout': '제시간에 불러오지 못함',
    'not-back': '다시 시작한 뒤 복귀하지 않음',
    'old-version': '다른 버전으로 복귀함',
    'went-away': '다시 오프라인이 됨',
    'restarts-again': '한 번 더 다시 시작함',
    unwell: '복귀했지만 정상으로 동작하지 않음',
    'image-failed': '이미지 {{name}}을(를) 표시할 수 없음',
    'video-failed': '동영상 {{name}}을(를) 재생할 수 없음',
    'widget-failed': '위젯 {{name}}을(를) 표시할 수 없음',
    'webpage-failed': '페이지 {{name}}에 연결할 수 없음',
    'product-failed': '{{name}}번 자리의 상품 카드가 없음',
    'drawn-failed': '텍스트, 도형 또는 코드 {{name}}(슬라이드.개체)이(가) 없음',
    'content-failed': '콘텐츠 {{name}}이(가) 없음',
    'screen-black': '화면이 검습니다',
    'screen-frozen': '화면이 멈춰 있습니다',
    'screen-wrong': '화면에 다른 내용이 표시됩니다',
    'gateway-offline': '게이트웨이 오프라인',
    'gateway-refused': '게이트웨이 거부',
    abnorTagProduct: '이상 태그 및 상품 일일 보고서',
  },
}
/** Between several of them. */
export const wordsBetween: Record<Language, string> = { en_US: ', ', ja_JP: '、', ko_KR: ', ' }
export const classWords: Record<Language, Record<1 | 2 | 3, string>> = {
  en_US: { 1: 'Information', 2: 'Warning', 3: 'Critical' },
  ja_JP: { 1: '情報', 2: '警告', 3: '重大' },
  ko_KR: { 1: '정보', 2: '경고', 3: '심각' },
}

/** Data of an alarm as it may be, for previews. */
export const alarmSamples: Record<AlarmType, Record<string, unknown>> = {
  'SERVER STATUS ABNORMAL': { name: 'esl-1', conditions: ['offline'] },
  'DISK USAGE ABNORMAL': { name: 'esl-1', percent: 93.4 },
  'MEMORY USAGE ABNORMAL': { name: 'esl-1', percent: 91.2 },
  'GW STATUS ABNORMAL': { gwMac: '02EC5A010001', conditions: ['service:grm', 'downLink'] },
  'GW TIME SYNC ABNORMAL': { gwMac: '02EC5A010001', seconds: -185 },
  'SEND TO GW FAILURE': { gwMac: '02EC5A010001', tags: 37, reason: 'gateway-offline' },
  'UPDATE FAILURE': { taskId: '1042', taskType: 'UPDATE', failed: 3, total: 120 },
  'ACCOUNT LOCKED': { email: 'clerk@shop.example', ip: '192.0.2.17' },
  'API PERMISSION DENIED': { email: 'clerk@shop.example', denied: 8, call: 'POST /tag/assign', ip: '192.0.2.17' },
  'SEND E-MAIL FAILURE': { recipient: 'clerk@shop.example', reason: 'connect ECONNREFUSED 192.0.2.25:25' },
  'INVALID STORE CODE': { storeCode: 'S9999', source: 'prices.csv' },
  'INVALID GRM': { gwMac: '02EC5A010001', grmVersion: 'unknown' },
  'PARSER EXCEPTION': { script: 'product', file: 'prices.csv', line: 14, reason: 'KeyError: price' },
  'DECORATOR EXCEPTION': { script: 'tag-data-decorator', prCode: '4901234567894', line: 6, reason: 'ZeroDivisionError: division by zero' },
  'TAG STATUS CHECK TIME OUT': { tags: 12, gateways: 0 },
  'FILE DOWNLOAD TASK FAILURE': { reason: 'download-failed', detail: 'The file could not be made because of a fault on the server.' },
  'STATS TASK FAILURE': { task: 'abnorTagProduct', reason: 'Invalid time zone specified: Mars/Olympus' },
  'DISPLAY STATUS ABNORMAL': { name: 'Bread', mac: '02:ec:d1:00:00:01', conditions: ['silent'] },
  'DISPLAY CONTENT ABNORMAL': { name: 'Bread', mac: '02:ec:d1:00:00:01', conditions: ['video-failed:spring.mp4'] },
  'DUPLICATE DISPLAY ADDRESS': { name: 'Bread', mac: '02:ec:d1:00:00:01', ip: '192.0.2.31' },
}
/** The classes that alarms have by themselves; warnings where not said otherwise. */
const classes: Partial<Record<AlarmType, readonly (1 | 2 | 3)[]>> = {
  'SERVER STATUS ABNORMAL': [2, 3],
  'GW STATUS ABNORMAL': [2, 3],
  'SEND E-MAIL FAILURE': [2, 3],
  'DECORATOR EXCEPTION': [3],
}
export const defaultClasses = (type: AlarmType): (1 | 2 | 3)[] => [...(classes[type] ?? [2])]

export const isAlarmType = (text: string): text is AlarmType => alarmTypes.some((type) => type === text)
