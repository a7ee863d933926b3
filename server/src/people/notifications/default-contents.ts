/** What the notifications say until an administrator changes it: what the database began with (migration 0005), for the way back. */
import type { NotificationContent } from '@endcap/contract/notifications'
import type { Language, NotificationKey } from '@endcap/contract/vocabulary'

export const defaultContents: Record<NotificationKey, Record<Language, NotificationContent>> = {
  gwOff1Hr: {
    en_US: {
      title: '{{storeName}} ({{storeCode}}): gateway {{gateway}}',
      detail: 'Offline since {{since}} ({{timeZone}}).',
      subject: 'Gateways offline for more than 1 hour: {{count}}',
      body: `These gateways have been offline for more than 1 hour. The labels that only they reach are not updated until they are back.

{{list}}

Check their power and their network.

{{link}}`,
    },
    ja_JP: {
      title: '{{storeName}}（{{storeCode}}）：ゲートウェイ {{gateway}}',
      detail: '{{since}} からオフライン（{{timeZone}}）',
      subject: '1時間以上オフラインのゲートウェイ：{{count}}台',
      body: `次のゲートウェイが1時間以上オフラインです。復旧するまで、このゲートウェイでしか通信できないタグは更新されません。

{{list}}

電源とネットワークを確認してください。

{{link}}`,
    },
    ko_KR: {
      title: '{{storeName}}({{storeCode}}): 게이트웨이 {{gateway}}',
      detail: '{{since}}부터 오프라인({{timeZone}})',
      subject: '1시간 이상 오프라인인 게이트웨이: {{count}}대',
      body: `다음 게이트웨이가 1시간 이상 오프라인 상태입니다. 복구될 때까지 해당 게이트웨이로만 통신할 수 있는 태그는 업데이트되지 않습니다.

{{list}}

전원과 네트워크를 확인하십시오.

{{link}}`,
    },
  },
  notRecvCsv4Hr: {
    en_US: {
      title: '{{storeName}} ({{storeCode}})',
      detail: 'Last file: {{fileName}}, received {{since}} ({{timeZone}}).',
      subject: 'Stores without a product file for more than 4 hours: {{count}}',
      body: `No product file has been received for these stores for more than 4 hours. Their labels keep the prices of the last one.

{{list}}

{{link}}`,
    },
    ja_JP: {
      title: '{{storeName}}（{{storeCode}}）',
      detail: '最後のファイル：{{fileName}}、受信日時 {{since}}（{{timeZone}}）',
      subject: '4時間以上商品ファイルを受信していない店舗：{{count}}店',
      body: `次の店舗の商品ファイルを4時間以上受信していません。タグの価格は最後に受信したファイルのままです。

{{list}}

{{link}}`,
    },
    ko_KR: {
      title: '{{storeName}}({{storeCode}})',
      detail: '마지막 파일: {{fileName}}, 수신 {{since}}({{timeZone}})',
      subject: '4시간 이상 상품 파일을 수신하지 못한 매장: {{count}}곳',
      body: `다음 매장의 상품 파일을 4시간 이상 수신하지 못했습니다. 태그의 가격은 마지막 파일 그대로입니다.

{{list}}

{{link}}`,
    },
  },
  abnorTagProduct: {
    en_US: {
      title: '{{storeName}} ({{storeCode}}): {{tags}} abnormal tags, {{products}} products',
      detail: `Failed {{failed}}, missing {{missing}}, not confirmed {{unconfirmed}}, low battery {{lowBattery}}.
Tags:
{{tagList}}
Products:
{{productList}}`,
      subject: 'Daily report of abnormal tags and products (stores: {{count}})',
      body: `Abnormal tags, and the products they should show, on {{day}}:

{{list}}

{{link}}`,
    },
    ja_JP: {
      title: '{{storeName}}（{{storeCode}}）：異常なタグ {{tags}}枚、商品 {{products}}点',
      detail: `更新失敗 {{failed}}、応答なし {{missing}}、未確認 {{unconfirmed}}、電池残量低下 {{lowBattery}}
タグ：
{{tagList}}
商品：
{{productList}}`,
      subject: '異常なタグと商品の日次レポート（{{count}}店）',
      body: `{{day}} 時点で異常のあるタグと、そのタグに表示されるべき商品です。

{{list}}

{{link}}`,
    },
    ko_KR: {
      title: '{{storeName}}({{storeCode}}): 이상 태그 {{tags}}개, 상품 {{products}}개',
      detail: `업데이트 실패 {{failed}}, 응답 없음 {{missing}}, 미확인 {{unconfirmed}}, 배터리 부족 {{lowBattery}}
태그:
{{tagList}}
상품:
{{productList}}`,
      subject: '이상 태그 및 상품 일일 보고서(매장 {{count}}곳)',
      body: `{{day}} 기준 이상이 있는 태그와 해당 태그에 표시되어야 할 상품입니다.

{{list}}

{{link}}`,
    },
  },
}
