/* main.c - the program: finds the command and hands over. */
#include <stdio.h>
#include "husk/husk.h"
int main(void)
{
    puts(husk_version());
    return 0;
}
