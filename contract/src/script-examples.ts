/** Scripts to begin with, as the editors offer them. They work with the starter aliases as they are. */
import type { ScriptKind } from './scripts.ts'

export interface ScriptExample {
  /** Key of its title: `scripts.example.<name>`. */
  name: 'rows' | 'fixedWidth' | 'labels' | 'sale' | 'signage' | 'directory'
  code: string
}

const rows = `# A CSV file of another system: say how it looks, and make a product of each row.
FORMAT = {'encoding': 'cp932', 'delimiter': ',', 'header': True}

def row(r, ctx):
    code = r['JAN'].strip()
    if len(code) != 13 or not code.isdigit():
        raise RowError('has a bad JAN code %r' % code)
    price = int(r['PRICE'])
    tax = 108 if r['CLASS'] == 'FOOD' else 110
    on_sale = r['SALE_FROM'] != '' and r['SALE_FROM'] <= ctx['today'] <= r['SALE_TO']
    return {
        'prCode': code,
        'prInfo': {
            'NAME': r['NAME'].strip()[:40],
            'PRICE': price,
            'TAX_PRICE': price * tax // 100,
            'UNIT': r['UNIT'],
            'BARCODE': code,
        },
        'layoutId': 'PROMOTION' if on_sale else 'SHELF_PRICE',
    }
`
const fixedWidth = `# A file of fixed width that carries several kinds of lines: read it as you like, and yield products.
def parse(file, ctx):
    for line in file.lines():
        if line[:1] != 'P':
            continue
        code, name, cents = line[1:14].strip(), line[14:44].strip(), line[44:52].strip()
        if not code:
            file.error('is a product without a code')
            continue
        yield {
            'prCode': code.zfill(13),
            'prInfo': {'NAME': name, 'PRICE': '%.2f' % (int(cents) / 100), 'BARCODE': code.zfill(13)},
        }
`
const labels = `# Paper labels: which products to print, on which printer, on which sheet.
FORMAT = {'delimiter': '\\t', 'header': True}
PRINTERS = {'FRESH': ('10.1.5.21', 'Fresh food'), 'DRY': ('10.1.5.22', 'Dry goods')}

def row(r, ctx):
    ip, name = PRINTERS.get(r['DEPT'], PRINTERS['DRY'])
    return {
        'prCode': r['CODE'],
        'prInfo': {'NAME': r['TEXT'], 'PRICE': r['PRICE']},
        'layout': '105',
        'copies': int(r.get('QTY') or 1),
        'printerIp': ip,
        'printerName': name,
        'taskDes': 'Week ' + r['WEEK'],
    }
`
const sale = `# Tags: change what one label shows, just before it is drawn.
from datetime import date

def decorate(product, tag, ctx):
    info, at = product['prInfo'], ctx['alias']      # at['PRICE'] is the place of PRICE in info

    def get(name):
        return info[at[name]] if at[name] < len(info) else ''

    until, was = get('PROMO_UNTIL'), get('LIST_PRICE')
    if was and until and date.fromisoformat(until) >= date.fromisoformat(ctx['today']):
        percent = round(100 - 100 * float(get('PRICE')) / float(was))
        return {'prInfo': {'PROMO': '-%d%%' % percent}, 'layoutId': 'PROMOTION'}
    if was:
        # The promotion is over: the usual price again.
        return {'prInfo': {'PRICE': was, 'LIST_PRICE': '', 'PROMO': ''}, 'layoutId': 'SHELF_PRICE'}
    if tag['size'] in ('1p54', '2p13'):             # small tags: a short name
        return {'prInfo': {'NAME': get('NAME')[:18].rstrip()}}
`
const signage = `# Signage: what a shelf display shows for one of its products.
def decorate(product, device, ctx):
    info, at = product['prInfo'], ctx['alias']
    changed = {'NAME': info[at['NAME']].upper()}
    if device['width'] < 2000:
        changed['ORIGIN'] = ''
    return {'prInfo': changed}
`
const directory = `# Sign-in through the company's own directory. The host must be listed in ENDCAP_SCRIPT_HOSTS.
ROLES = {'manager': 2, 'clerk': 3}

def authenticate(login, http, ctx):
    r = http.post('https://sso.shop.example/token', json={'user': login['email'], 'password': login['password']})
    if r.status in (401, 403):
        raise AuthError('Wrong user name or password.')
    if r.status != 200:
        return None                                 # not known there: the account of this server decides
    token = r.json()['access_token']
    me = http.get('https://sso.shop.example/me', headers={'Authorization': 'Bearer ' + token}).json()
    return {
        'email': login['email'],
        'name': me['displayName'],
        'role_id': ROLES[me['group']],
        'store': me['shops'],
        'enableWholeStore': False,
    }
`

export const scriptExamples: Record<ScriptKind, readonly ScriptExample[]> = {
  'product-file-parser': [
    { name: 'rows', code: rows },
    { name: 'fixedWidth', code: fixedWidth },
  ],
  'paper-parser': [{ name: 'labels', code: labels }],
  'tag-data-decorator': [{ name: 'sale', code: sale }],
  'plus-data-decorator': [{ name: 'signage', code: signage }],
  'third-party-authentication': [{ name: 'directory', code: directory }],
}
